implementation back_edge
engine pe dma
semaphore s
loop l trips dynamic {
  pe: use signal s += 1
  dma: fill wait s >= 1
  barrier reset
}
