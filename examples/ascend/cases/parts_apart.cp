# Two loads into parts of a buffer that do not overlap (case T23).
program parts_apart
engine mte2
buffer x slots 1 in UB at 0 bytes 64
buffer y slots 1 in UB at 64 bytes 64
mte2: ld    op DataCopy  cost 20  writes x
mte2: ld_2  op DataCopy  cost 20  writes y
