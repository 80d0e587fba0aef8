# A matrix product on the cube core whose result a vector core takes on, through two slots of global memory: while the
# vector core works on one tile the cube core makes the next.
program matmul_two_cores
unit cycles
engine aic.mte2 aic.mte1 aic.m aic.fix aiv.mte2 aiv.v aiv.mte3
buffer a slots 2 in L1
buffer l0 slots 2 in L0A
buffer c slots 2 in L0C
buffer product slots 2 in GM
buffer x slots 2 in UB
buffer y slots 2 in UB
loop tile trips dynamic {
  aic.mte2: load    op DataCopy  cost 100  writes a[tile]
  aic.mte1: feed    op CopyToL0  cost 50   reads a[tile]  writes l0[tile]
  aic.m:    mm      op Mmad      cost 150  reads l0[tile]  writes c[tile]
  aic.fix:  out     op Fixpipe   cost 80   reads c[tile]  writes product[tile]
  aiv.mte2: in      op DataCopy  cost 80   reads product[tile]  writes x[tile]
  aiv.v:    relu    op Relu      cost 100  reads x[tile]  writes y[tile]
  aiv.mte3: store   op DataCopy  cost 80   reads y[tile]
}
