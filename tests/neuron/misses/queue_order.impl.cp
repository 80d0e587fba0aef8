implementation queue_order
engine dma pe
semaphore s
dma: load
dma: load2 signal s += 16
pe: use wait s >= 16
