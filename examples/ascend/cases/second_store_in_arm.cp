# Two stores to one place, the second in a conditional (case T35).
program second_store_in_arm
engine mte2 mte3 s
buffer t slots 1 in UB
buffer c slots 1 in GM
mte2: ld  op DataCopy  cost 20  writes t
mte3: st  op DataCopy  cost 20  reads t  writes c
if p {
  mte3: st_2  op DataCopy  cost 20  reads t  writes c
}
