# A store to global memory and a load from there, once (case E5).
program store_then_load
engine mte2 v mte3
buffer g slots 1 in GM
buffer a slots 1 in UB
buffer b slots 1 in UB
v:    f   op Exp       cost 10  writes a
mte3: st  op DataCopy  cost 20  reads a  writes g
mte2: ld  op DataCopy  cost 20  reads g  writes b
v:    h   op Exp       cost 10  reads b  writes b
