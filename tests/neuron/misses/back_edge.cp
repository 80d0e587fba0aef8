program back_edge
engine pe dma
loop l trips dynamic {
  pe: use after fill@l-1
  dma: fill after use
}
