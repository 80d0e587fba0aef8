# An implementation of double_buffer whose load looks one iteration too far back.
# SPDX-License-Identifier: Apache-2.0
#
#     counterpoint check examples/double_buffer.cp examples/released_too_early.impl.cp --trips kv=5

implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 3
  dma: load  wait used >= w    signal loaded += 1
  pe:  r := r + 1
  pe:  qk    wait loaded >= r  signal used += 1
}
