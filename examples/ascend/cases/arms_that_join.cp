# Two arms that each load and compute, and what joins them (case T17).
program arms_that_join
engine mte2 v mte3
buffer a  slots 1 in UB
buffer b  slots 1 in UB
buffer b2 slots 1 in UB
buffer d  slots 1 in UB
buffer f  slots 1 in UB
mte2: ld_a  op DataCopy  cost 20  writes a
if c {
  mte2: ld_b   op DataCopy  cost 20  writes b
  v:    sum    op Add       cost 10  reads a, b   writes d
} else {
  mte2: ld_b2  op DataCopy  cost 20  writes b2
  v:    prod   op Mul       cost 10  reads a, b2  writes d
}
v:    join  op Add       cost 10  reads d, a  writes f
mte3: st    op DataCopy  cost 20  reads f
