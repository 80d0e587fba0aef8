# Work that may be left out between a load and a store (case T5).
program if_then
engine mte2 v mte3
buffer a slots 1 in UB
buffer b slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes a
if c {
  v: add  op Add  cost 10  reads a, b  writes a
}
mte3: st  op DataCopy  cost 20  reads a
