# A load, a conditional that touches nothing of it, a store: fixtures of gates stand here (case T35).
program two_arms
engine mte2 mte3 s
buffer t slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes t
if p {
  s: x  cost 2
} else {
  s: y  cost 2
}
mte3: st  op DataCopy  cost 20  reads t
