# A load into a part of what another load has filled (case T23, nested).
program part_inside
engine mte2
buffer x slots 1 in UB at 0 bytes 64
buffer y slots 1 in UB at 16 bytes 16
mte2: ld    op DataCopy  cost 20  writes x
mte2: ld_2  op DataCopy  cost 20  writes y
