# Nine tensors of one event that are loaded before the first is used: it has eight ids (case E9).
program nine_tensors
engine mte2 v
buffer a0 slots 1 in UB
buffer a1 slots 1 in UB
buffer a2 slots 1 in UB
buffer a3 slots 1 in UB
buffer a4 slots 1 in UB
buffer a5 slots 1 in UB
buffer a6 slots 1 in UB
buffer a7 slots 1 in UB
buffer a8 slots 1 in UB
buffer b slots 1 in UB
mte2: ld0  op DataCopy  cost 20  writes a0
mte2: ld1  op DataCopy  cost 20  writes a1
mte2: ld2  op DataCopy  cost 20  writes a2
mte2: ld3  op DataCopy  cost 20  writes a3
mte2: ld4  op DataCopy  cost 20  writes a4
mte2: ld5  op DataCopy  cost 20  writes a5
mte2: ld6  op DataCopy  cost 20  writes a6
mte2: ld7  op DataCopy  cost 20  writes a7
mte2: ld8  op DataCopy  cost 20  writes a8
v: f0  op Exp  cost 10  reads a0  writes b
v: f1  op Exp  cost 10  reads a1  writes b
v: f2  op Exp  cost 10  reads a2  writes b
v: f3  op Exp  cost 10  reads a3  writes b
v: f4  op Exp  cost 10  reads a4  writes b
v: f5  op Exp  cost 10  reads a5  writes b
v: f6  op Exp  cost 10  reads a6  writes b
v: f7  op Exp  cost 10  reads a7  writes b
v: f8  op Exp  cost 10  reads a8  writes b
