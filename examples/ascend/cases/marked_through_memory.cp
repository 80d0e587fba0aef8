# A loop that is marked parallel although it carries global memory (case E6).
program marked_through_memory
engine mte2 v mte3
buffer g slots 1 in GM
buffer a slots 1 in UB
buffer b slots 1 in UB
loop k trips dynamic {
  mte2: ld  op DataCopy  cost 20  reads g  writes a
  v:    f   op Exp       cost 10  reads a  writes b
  mte3: st  op DataCopy  cost 20  reads b  writes g
}
