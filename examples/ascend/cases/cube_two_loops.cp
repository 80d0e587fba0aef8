# Products in two loops one after the other, each with operands of its own (case T28, two loops).
program cube_two_loops
engine mte1 m fix
buffer x slots 1 in L0A
buffer y slots 1 in L0A
buffer c slots 1 in L0C
buffer d slots 1 in L0C
loop i trips dynamic {
  mte1: to_x   op CopyToL0  cost 10  writes x
  m:    mul_x  op Mmad      cost 20  reads x  writes c
}
loop j trips dynamic {
  mte1: to_y   op CopyToL0  cost 10  writes y
  m:    mul_y  op Mmad      cost 20  reads y  writes d
}
fix: out  op Fixpipe  cost 20  reads c, d
