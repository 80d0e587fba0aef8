# A while loop: its condition before the loop, and again at the end of each iteration (case T19).
program while_loop
engine mte2 s v mte3
buffer n slots 1 in UB
buffer a slots 2 in UB
mte2: ld_n   op DataCopy  cost 20  writes n
s:    cond   op GetValue  cost 2   reads n
loop k trips dynamic {
  mte2: ld      op DataCopy  cost 20  writes a[k]
  v:    f       op Exp       cost 10  reads a[k]  writes a[k]
  mte3: st      op DataCopy  cost 20  reads a[k]
  mte2: ld_n2   op DataCopy  cost 20  writes n
  s:    cond2   op GetValue  cost 2   reads n
}
