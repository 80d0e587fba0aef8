# Two loads of one tensor, then either of two sums (case T4).
program if_else
engine mte2 v mte3
buffer a slots 1 in UB
buffer b slots 1 in UB
buffer c slots 1 in UB
mte2: ld_a      op DataCopy  cost 20  writes a
mte2: ld_again  op DataCopy  cost 20  writes a
mte2: ld_b      op DataCopy  cost 20  writes b
mte2: ld_c      op DataCopy  cost 20  writes c
if which {
  v: add_b  op Add  cost 10  reads a, b  writes a
} else {
  v: add_c  op Add  cost 10  reads a, c  writes a
}
mte3: st  op DataCopy  cost 20  reads a
