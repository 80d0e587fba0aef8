implementation issue_only
engine dma sp pe
semaphore s
dma: load
sp: mark signal s += 1
pe: use wait s >= 1
