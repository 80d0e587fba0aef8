# One tensor, loaded and stored in a loop: nothing can overlap (case T2). It never is on the vector pipe.
program copy_loop
engine mte2 mte3
buffer a slots 1 in UB
loop k trips dynamic {
  mte2: ld  op DataCopy  cost 20  writes a
  mte3: st  op DataCopy  cost 20  reads a
}
