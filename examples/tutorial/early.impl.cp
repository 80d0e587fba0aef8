# tiles.cp by hand, second attempt: the load compares its count within one trip with a semaphore that counts all trips
# SPDX-License-Identifier: Apache-2.0
implementation tiles
engine dma pe act
semaphore loaded used stored
loop m trips dynamic {
  dma: t := 0
  pe:  n := n + 1
  pe:  w := n - 1
  loop k trips dynamic {
    dma: t := t + 1
    dma: w := t - 2
    dma: load  wait used >= w    signal loaded += 1
    pe:  r := r + 1
    pe:  mul   wait loaded >= r, stored >= w  signal used += 1
    act: r := r + 1
  }
  act: store  wait used >= r  signal stored += 1
}
