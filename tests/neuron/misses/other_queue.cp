program other_queue
engine dma0 dma1 pe
dma0: load
dma1: load2
pe: use after load
