# A loop that is marked parallel, with a slot for each of its iterations: nothing is carried (case T15).
program parallel_loop
engine mte2 mte3
buffer a slots 4 in UB
loop k trips 4 {
  mte2: ld  op DataCopy  cost 20  writes a[k]
  mte3: st  op DataCopy  cost 20  reads a[k]
}
