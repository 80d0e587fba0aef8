# A load for two pipes: one id in two directions (case T35).
program one_id_two_ways
engine mte2 v mte3
buffer a slots 1 in UB
buffer b slots 1 in UB
mte2: ld    op DataCopy  cost 20  writes a
v:    f     op Exp  cost 10  reads a  writes b
mte3: st    op DataCopy  cost 20  reads b
mte3: st_a  op DataCopy  cost 20  reads a
