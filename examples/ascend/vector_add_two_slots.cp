# vector_add.cp with two slots of each tensor: loads, work and stores of two tiles may overlap.
program vector_add_two_slots
unit cycles
engine mte2 v mte3
buffer a slots 2 in UB
buffer b slots 2 in UB
buffer c slots 2 in UB
loop tile trips dynamic {
  mte2: load_x  op DataCopy  cost 200  writes a[tile]
  mte2: load_y  op DataCopy  cost 200  writes b[tile]
  v:    add     op Add       cost 100  reads a[tile], b[tile]  writes c[tile]
  mte3: store   op DataCopy  cost 200  reads c[tile]
}
