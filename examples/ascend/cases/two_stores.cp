# Two stores to one place, and a conditional between them (case T35).
program two_stores
engine mte2 mte3 s
buffer t slots 1 in UB
buffer c slots 1 in GM
mte2: ld  op DataCopy  cost 20  writes t
mte3: st  op DataCopy  cost 20  reads t  writes c
if p {
  s: x  cost 2
}
mte3: st_2  op DataCopy  cost 20  reads t  writes c
