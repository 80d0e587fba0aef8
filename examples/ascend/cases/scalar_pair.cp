# A scalar read and a scalar write of one tensor (case T37).
program scalar_pair
engine s
buffer a slots 1 in UB
s: get  op GetValue  cost 2  reads a
s: put  op SetValue  cost 2  writes a
