# Two chains that have nothing to do with each other (case T7).
program two_chains
engine mte2 v mte3
buffer a slots 1 in UB
buffer b slots 1 in UB
buffer c slots 1 in UB
buffer d slots 1 in UB
mte2: ld_a  op DataCopy  cost 20  writes a
mte2: ld_b  op DataCopy  cost 20  writes b
v:    f     op Mul       cost 10  reads a, c  writes a
v:    g     op Mul       cost 10  reads b, d  writes b
mte3: st_a  op DataCopy  cost 20  reads a
mte3: st_b  op DataCopy  cost 20  reads b
