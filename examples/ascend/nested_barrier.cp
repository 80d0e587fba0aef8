# Vector work in a conditional in a loop in a conditional, after vector work outside (case T13).
program nested_barrier
engine mte2 v mte3
buffer a slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes a
v:    f   op Exp       cost 10  reads a  writes a
if outer {
  loop k trips dynamic {
    if inner {
      v: g  op Exp  cost 10  reads a  writes a
    }
  }
}
mte3: st  op DataCopy  cost 20  reads a
