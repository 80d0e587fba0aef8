# tiles.cp by hand, right: no load before the products of the last trip, and none more than two ahead
# SPDX-License-Identifier: Apache-2.0
implementation tiles
engine dma pe act
semaphore loaded used stored
loop m trips dynamic {
  dma: h := r
  pe:  n := n + 1
  pe:  w := n - 1
  loop k trips dynamic {
    dma: r := r + 1
    dma: w := r - 2
    dma: w := max(w, h)
    dma: load  wait used >= w    signal loaded += 1
    pe:  r := r + 1
    pe:  mul   wait loaded >= r, stored >= w  signal used += 1
    act: r := r + 1
  }
  act: store  wait used >= r  signal stored += 1
}
