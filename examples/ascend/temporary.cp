# What is copied from one global memory to another by way of a tensor that no vector work touches (ascend.md 5.1).
program temporary
engine mte2 mte3 v
buffer g slots 1 in GM
buffer h slots 1 in GM
buffer a slots 1 in UB
buffer t slots 1 in UB
mte2: ld  op DataCopy  cost 20  reads g  writes a
mte3: st  op DataCopy  cost 20  reads a  writes h
v:    f   op Exp       cost 10  reads t  writes t
v:    g2  op Exp       cost 10  reads t  writes t
