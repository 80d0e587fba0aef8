# Two products on the cube core: loads to L1 and to L0, the product, the way out (case T16).
program cube
engine mte2 mte1 m fix
buffer a slots 1 in L1
buffer b slots 1 in L1
buffer la slots 1 in L0A
buffer lb slots 1 in L0B
buffer c slots 1 in L0C
mte2: ld_a   op DataCopy  cost 40  writes a
mte2: ld_b   op DataCopy  cost 40  writes b
mte1: la_1   op CopyToL0  cost 10  reads a  writes la
mte1: lb_1   op CopyToL0  cost 10  reads b  writes lb
m:    mm_1   op Mmad      cost 20  reads la, lb  writes c
fix:  out_1  op Fixpipe   cost 20  reads c
mte1: la_2   op CopyToL0  cost 10  reads b  writes la
mte1: lb_2   op CopyToL0  cost 10  reads b  writes lb
m:    mm_2   op Mmad      cost 20  reads la, lb  writes c
fix:  out_2  op Fixpipe   cost 20  reads c
