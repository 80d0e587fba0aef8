# One tensor, read by two pipes: they need nothing from each other (read after read).
program two_readers
engine mte2 v mte3
buffer a slots 2 in UB
buffer c slots 2 in UB
loop k trips dynamic {
  mte2: ld  op DataCopy  cost 20  writes a[k]
  v:    f   op Exp       cost 20  reads a[k]  writes c[k]
  mte3: st  op DataCopy  cost 20  reads a[k]
}
