# double_buffer.cp with one dependency forgotten: a race
# SPDX-License-Identifier: Apache-2.0
#
# Nothing stops the third load from overwriting a tile that is still being read.
program forgotten_release
engine dma pe
buffer tile slots 2

loop kv trips dynamic {
  dma: load             writes tile[kv]
  pe:  qk   after load  reads tile[kv]
}
