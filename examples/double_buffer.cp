# A load and a product that share two tiles
# SPDX-License-Identifier: Apache-2.0
program double_buffer
engine dma pe
buffer tile slots 2

loop kv trips dynamic {
  dma: load after qk@kv-2  writes tile[kv]
  pe:  qk   after load     reads tile[kv]
}
