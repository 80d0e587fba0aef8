# The vendor's matrix product, in two steps (case T41).
program matrix_product
engine mte2 mte1 m fix
buffer g    slots 1 in GM
buffer h    slots 1 in GM
buffer l1a  slots 1 in L1
buffer l1b  slots 1 in L1
buffer l0a  slots 1 in L0A
buffer l0b  slots 1 in L0B
buffer l0c  slots 1 in L0C
buffer l0a2 slots 1 in L0A
buffer l0b2 slots 1 in L0B
mte2: ld_a  op DataCopy  cost 40  reads g  writes l1a
mte2: ld_b  op DataCopy  cost 40  reads g  writes l1b
mte1: to_a  op CopyToL0  cost 10  reads l1a  writes l0a
loop i trips 4 {
  mte1: to_b  op CopyToL0  cost 10  reads l1b  writes l0b
}
m:    mm     op Mmad      cost 20  reads l0a, l0b  writes l0c
mte1: to_a2  op CopyToL0  cost 10  reads l1a  writes l0a2
mte1: to_b2  op CopyToL0  cost 10  reads l1b  writes l0b2
m:    mm_2   op Mmad      cost 20  reads l0a2, l0b2, l0c  writes l0c
fix:  out    op Fixpipe   cost 20  reads l0c  writes h
