program one_candidate
engine pe dma
dma: load
pe: use after load
