# Vector work on what vector work has made: ordered by hardware on c310 only (cases T25, T26, E10).
program vector_chain
engine v
buffer a slots 1 in UB
buffer b slots 1 in UB
buffer c slots 1 in UB
v: f  op Add  cost 10  reads a, a  writes a
v: g  op Add  cost 10  reads a, a  writes b
v: h  op Add  cost 10  reads a     writes c
