# A scalar write that is alone in its loop (case T37, loop).
program scalar_write_loop
engine s
buffer g slots 1 in GM
buffer h slots 1 in GM
s: get  op GetValue  cost 2  reads g
loop j trips dynamic {
  s: put  op SetValue  cost 2  writes h
}
