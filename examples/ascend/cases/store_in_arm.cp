# A store in a conditional (case T35).
program store_in_arm
engine mte2 mte3
buffer t slots 1 in UB
mte2: ld  op DataCopy  cost 20  writes t
if p {
  mte3: st  op DataCopy  cost 20  reads t
}
