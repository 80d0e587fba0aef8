# A pair that rotates, and one that does not, in one loop (case T35).
program rotating_pair
engine mte2 v
buffer a slots 2 in UB
buffer b slots 1 in UB
loop k trips dynamic {
  mte2: ld    op DataCopy  cost 20  writes a[k]
  mte2: ld_b  op DataCopy  cost 20  writes b
  v:    f     op Exp  cost 10  reads a[k]
  v:    g     op Exp  cost 10  reads b
}
