# The program of every_form.impl.cp.
program p
engine dma pe
loop q trips dynamic {
  loop kv trips dynamic {
    dma: load  after qk@kv-2
    pe:  qk    after load
  }
  if causal {
    pe: mask after qk
  }
  dma: store after qk
}
