# Two tensors that swap roles with every iteration: each is loaded in one and read in the next (case E1).
program rotation
engine mte2 v
buffer t slots 2 in UB
buffer r slots 1 in UB
loop k trips dynamic {
  mte2: ld  op DataCopy  cost 20  writes t[k]
  v:    f   op Exp       cost 20  reads t[k+1]  writes r
}
