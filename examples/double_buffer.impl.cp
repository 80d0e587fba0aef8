# The same, synchronised by hand: one semaphore per engine, counters r (in all) and t (in this trip)
# SPDX-License-Identifier: Apache-2.0
implementation double_buffer scheme per-loop
engine dma pe
semaphore s_kv_dma s_kv_pe

loop kv trips dynamic {
  dma: r_kv := r_kv + 1
  dma: t_kv := t_kv + 1
  dma: m := gt(t_kv, 2)
  dma: w := r_kv - 2
  dma: w := w * m
  pe:  r_kv := r_kv + 1
  dma: load  wait s_kv_pe >= w      signal s_kv_dma += 1
  pe:  qk    wait s_kv_dma >= r_kv  signal s_kv_pe += 1
}
