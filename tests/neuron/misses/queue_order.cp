program queue_order
engine dma pe
dma: load
dma: load2
pe: use after load
