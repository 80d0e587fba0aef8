# Two slots: the load of one tile beside the store of the tile before (cases T8, T31).
program double_buffer
engine mte2 mte3
buffer a slots 2 in UB
loop k trips dynamic {
  mte2: ld  op DataCopy  cost 20  writes a[k]
  mte3: st  op DataCopy  cost 20  reads a[k]
}
