# Stores in a loop that runs three times, and one behind it (case T35).
program stores_in_a_loop
engine mte2 mte3 s
buffer t slots 1 in UB
buffer c slots 1 in GM
mte2: ld  op DataCopy  cost 20  writes t
loop i trips 3 {
  mte3: st  op DataCopy  cost 20  reads t  writes c
}
mte3: st_2  op DataCopy  cost 20  reads t  writes c
