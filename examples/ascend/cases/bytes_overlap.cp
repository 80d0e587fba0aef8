# A store of bytes that vector work overwrites behind it (case T29).
program bytes_overlap
engine v mte3
buffer src slots 1 in UB at 16384 bytes 8192
buffer x   slots 1 in UB at 1280 bytes 8192
buffer y   slots 1 in UB at 8192 bytes 8192
v:    mul    op Mul       cost 10  reads src  writes x
mte3: st     op DataCopy  cost 20  reads x
v:    mul_2  op Mul       cost 10  writes y
