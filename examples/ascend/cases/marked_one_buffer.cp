# A loop that is marked parallel although its iterations share a buffer, as the source has it (case T15).
program marked_one_buffer
engine mte2 mte3
buffer a slots 1 in UB
loop k trips dynamic {
  mte2: ld  op DataCopy  cost 20  writes a
  mte3: st  op DataCopy  cost 20  reads a
}
