implementation one_candidate
engine pe dma
semaphore s
dma: load signal s += 16
pe: use wait s >= 16
