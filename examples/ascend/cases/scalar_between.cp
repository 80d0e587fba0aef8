# A scalar read between vector work on one tensor: a run of brackets that must not be fused over it (case E3).
program scalar_between
engine v s
buffer a slots 1 in UB
v: f    op Duplicate  cost 10  writes a
s: get  op GetValue   cost 2   reads a
v: g    op Duplicate  cost 10  writes a
