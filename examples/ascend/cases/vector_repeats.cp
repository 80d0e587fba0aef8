# Vector work on what vector work has made, with other work between (case T34).
program vector_repeats
engine v
buffer x   slots 1 in UB
buffer acc slots 1 in UB
buffer y   slots 1 in UB
buffer z   slots 1 in UB
v: add   op Add  cost 10  reads x    writes acc
v: exp   op Exp  cost 10  reads z    writes z
v: quot  op Div  cost 10  reads acc  writes y
