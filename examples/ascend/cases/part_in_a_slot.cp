# A load into one slot in turn, and one into a buffer that overlaps with the second slot (case T23, slots).
program part_in_a_slot
engine mte2
buffer x slots 2 in UB at 0  bytes 64
buffer y slots 1 in UB at 64 bytes 64
loop k trips dynamic {
  mte2: ld    op DataCopy  cost 20  writes x[k]
  mte2: ld_2  op DataCopy  cost 20  writes y
}
