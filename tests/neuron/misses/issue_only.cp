program issue_only
engine dma sp pe
dma: load
sp: mark
pe: use after load
