# A load to an address that is not known: it may touch either buffer (case T29, unknown).
program bytes_unknown
engine v mte2
buffer x slots 1 in UB at 4096 bytes 4096
buffer y slots 1 in UB
v:    mul  op Mul       cost 10  reads x
mte2: ld   op DataCopy  cost 20  writes y, x
