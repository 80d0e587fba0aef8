# A product over tiles of k, stored once for each m: the program of docs/tutorial.md
# SPDX-License-Identifier: Apache-2.0
program tiles
engine dma pe act inorder
buffer tile slots 2
buffer acc slots 1

loop m trips dynamic {
  loop k trips dynamic {
    dma: load   after mul@k-2, mul@m-1@*     writes tile[k]
    pe:  mul    after load, store@m-1        reads tile[k]  writes acc
  }
  act: store    after mul                    reads acc
}
