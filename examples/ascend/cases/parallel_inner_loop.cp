# The same in a loop that is not marked, which carries all slots (case T15, nested).
program parallel_inner_loop
engine mte2 mte3
buffer a slots 4 in UB
loop i trips dynamic {
  loop k trips 4 {
    mte2: ld  op DataCopy  cost 20  writes a[k]
    mte3: st  op DataCopy  cost 20  reads a[k]
  }
}
