# A copy between local memories into a scratch buffer, and vector work that reads it (case E4).
program into_scratch
engine mte1 v
buffer t slots 1 in UB
buffer b slots 1 in UB
v:    f   op Duplicate  cost 10  writes t
mte1: ld  op Load       cost 20  writes t
v:    g   op Exp        cost 10  reads t  writes b
