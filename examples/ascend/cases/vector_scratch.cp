# Vector work that shares a scratch buffer with the work before (case T34, temporary).
program vector_scratch
engine v
buffer x   slots 1 in UB
buffer y   slots 1 in UB
buffer z   slots 1 in UB
buffer acc slots 1 in UB
buffer tmp slots 1 in UB
v: add   op Add  cost 10  reads x  writes acc, tmp
v: quot  op Div  cost 10  reads y  writes z, tmp
