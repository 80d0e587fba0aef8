# A load whose pair reaches over a branch that is seldom taken (case E7).
program unlikely_branch
engine mte2 v
buffer a slots 1 in UB
buffer b slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes a
if unlikely {
  mte2: ld_b  op DataCopy  cost 20  writes b
  v:    f     op Add       cost 10  reads a, b
}
v:    g  op Exp  cost 10  reads a
