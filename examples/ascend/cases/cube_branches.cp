# Products in a loop with both branches of a conditional: operands are overwritten in the next iteration (case T28).
program cube_branches
engine mte1 m
buffer l0a slots 1 in L0A
buffer l0b slots 1 in L0B
buffer c   slots 1 in L0C
loop k trips dynamic {
  mte1: to_a  op CopyToL0  cost 10  writes l0a
  mte1: to_b  op CopyToL0  cost 10  writes l0b
  if first {
    m: mul  op Mmad  cost 20  reads l0a, l0b     writes c
  } else {
    m: acc  op Mmad  cost 20  reads l0a, l0b, c  writes c
  }
}
