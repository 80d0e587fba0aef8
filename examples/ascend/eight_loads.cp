# Eight loads in a loop, each read by the scalar unit: as many ids as an event has (case T11).
program eight_loads
engine mte2 s
buffer a0 slots 1 in UB
buffer a1 slots 1 in UB
buffer a2 slots 1 in UB
buffer a3 slots 1 in UB
buffer a4 slots 1 in UB
buffer a5 slots 1 in UB
buffer a6 slots 1 in UB
buffer a7 slots 1 in UB
loop k trips dynamic {
  mte2: ld0  op DataCopy  cost 20  writes a0
  mte2: ld1  op DataCopy  cost 20  writes a1
  mte2: ld2  op DataCopy  cost 20  writes a2
  mte2: ld3  op DataCopy  cost 20  writes a3
  mte2: ld4  op DataCopy  cost 20  writes a4
  mte2: ld5  op DataCopy  cost 20  writes a5
  mte2: ld6  op DataCopy  cost 20  writes a6
  mte2: ld7  op DataCopy  cost 20  writes a7
  s: get0  op GetValue  cost 2  reads a0
  s: get1  op GetValue  cost 2  reads a1
  s: get2  op GetValue  cost 2  reads a2
  s: get3  op GetValue  cost 2  reads a3
  s: get4  op GetValue  cost 2  reads a4
  s: get5  op GetValue  cost 2  reads a5
  s: get6  op GetValue  cost 2  reads a6
  s: get7  op GetValue  cost 2  reads a7
}
