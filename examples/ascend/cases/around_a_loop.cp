# A load, a loop that touches nothing of it, a store (case T35).
program around_a_loop
engine mte2 mte3 s
buffer t slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes t
loop i trips 4 {
  s: x  cost 2
}
mte3: st  op DataCopy  cost 20  reads t
