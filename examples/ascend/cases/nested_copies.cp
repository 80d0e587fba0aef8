# Load, work, store in two loops: declarations of queues leave both (case T40).
program nested_copies
engine mte2 v mte3
buffer a slots 1 in UB
buffer b slots 1 in UB
loop i trips dynamic {
  loop j trips dynamic {
    mte2: ld  op DataCopy  cost 20  writes a
    v:    f   op Exp       cost 10  reads a  writes b
    mte3: st  op DataCopy  cost 20  reads b
  }
}
