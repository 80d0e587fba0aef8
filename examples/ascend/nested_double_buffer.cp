# Two slots that rotate with the inner of two loops (case T20).
program nested_double_buffer
engine mte2 v mte3
buffer a slots 2 in UB
buffer b slots 1 in UB
loop i trips dynamic {
  loop k trips dynamic {
    mte2: ld  op DataCopy  cost 20  writes a[k]
    v:    f   op Exp       cost 20  reads a[k]  writes b
  }
  mte3: st  op DataCopy  cost 20  reads b
}
