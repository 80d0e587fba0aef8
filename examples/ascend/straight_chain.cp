# Load, work in place, store: the shortest chain over three pipes (case T1).
program straight_chain
engine mte2 v mte3
buffer g slots 1 in GM
buffer h slots 1 in GM
buffer a slots 1 in UB
buffer b slots 1 in UB
mte2: ld   op DataCopy  cost 20  reads g     writes a
v:    add  op Add       cost 10  reads a, b  writes a
mte3: st   op DataCopy  cost 20  reads a     writes h
