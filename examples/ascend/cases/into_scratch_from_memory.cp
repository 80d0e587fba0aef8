# A copy out of global memory, and vector work that reads it (case E4, global memory).
program into_scratch_from_memory
engine mte2 v
buffer g slots 1 in GM
buffer t slots 1 in UB
buffer b slots 1 in UB
mte2: ld  op DataCopy  cost 20  reads g  writes t
v:    f   op Exp       cost 10  reads t  writes b
