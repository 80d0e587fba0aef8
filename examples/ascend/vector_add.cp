# A vector sum on an Ascend core, tile by tile: load two tiles, add, store. For `lower --target ascend-c220`.
program vector_add
unit cycles
engine mte2 v mte3
buffer x slots 1 in GM
buffer y slots 1 in GM
buffer z slots 1 in GM
buffer a slots 1 in UB
buffer b slots 1 in UB
buffer c slots 1 in UB
loop tile trips dynamic {
  mte2: load_x  op DataCopy  cost 200  reads x     writes a
  mte2: load_y  op DataCopy  cost 200  reads y     writes b
  v:    add     op Add       cost 100  reads a, b  writes c
  mte3: store   op DataCopy  cost 200  reads c     writes z
}
