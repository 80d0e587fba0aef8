# Vector work on tensors that come from outside (case T38).
program vector_pair
engine v
buffer a slots 1 in UB
buffer b slots 1 in UB
v: dup  op Duplicate  cost 10  writes a
v: add  op Add        cost 10  reads a  writes b
