# A load into bytes that vector work reads before it (case T29, a load).
program bytes_loaded
engine v mte2
buffer x slots 1 in UB at 4096 bytes 4096
buffer y slots 1 in UB at 4608 bytes 32
v:    mul  op Mul       cost 10  reads x
mte2: ld   op DataCopy  cost 20  writes y
