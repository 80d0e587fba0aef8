# Three slots and loads two iterations ahead (case T32).
program prefetch
engine mte2 v mte3
buffer a slots 3 in UB
buffer b slots 3 in UB
mte2: ld_a0  op DataCopy  cost 20  writes a[0]
mte2: ld_b0  op DataCopy  cost 20  writes b[0]
mte2: ld_a1  op DataCopy  cost 20  writes a[1]
mte2: ld_b1  op DataCopy  cost 20  writes b[1]
loop k trips dynamic {
  mte2: ld_a  op DataCopy  cost 20  writes a[k+2]
  mte2: ld_b  op DataCopy  cost 20  writes b[k+2]
  v:    add   op Add       cost 15  reads a[k], b[k]  writes a[k]
  v:    adds  op Adds      cost 15  reads a[k]        writes a[k]
  mte3: st    op DataCopy  cost 20  reads a[k]
}
