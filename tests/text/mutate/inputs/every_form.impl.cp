# Something for every fault to be made in; it need not be right.
implementation p
engine dma pe
semaphore s t = 1
flag f[2] = 1
loop q trips dynamic {
  dma: h1 := h0
  dma: h0 := r
  dma: q := q + 1
  dma: t_kv := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t_kv := t_kv + 1
    dma: m := gt(t_kv, 2)
    dma: w := r * 2
    dma: w := w - 1
    dma: w := w * m
    pe:  x := x + 1
    pe:  y := min(x, 3)
    dma: load  wait s >= w  signal t += 1
    pe:  qk    wait t >= y  signal s += 2
  }
  barrier
  if causal {
    pe: mask
    pe: fence
  }
  barrier reset
  dma: b := r mod 2
  dma: take f[b] >= 1
  dma: store wait s >= h1, s >= q
  dma: signal f[b] := 1 at retire
}
