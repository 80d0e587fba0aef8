# A loop of scalar reads and writes between a load and a store (case T10).
program scalar_loop
engine mte2 s mte3
buffer a slots 1 in UB
buffer b slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes a
loop i trips dynamic {
  s: get  op GetValue  cost 2  reads a
  s: put  op SetValue  cost 2  writes b
}
mte3: st  op DataCopy  cost 20  reads b
