implementation other_queue
engine dma0 dma1 pe
semaphore s
dma0: load
dma1: load2 signal s += 16
pe: use wait s >= 16
