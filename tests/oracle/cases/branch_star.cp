# A vector that ends at the loop around the branch that holds both: always a history there.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips q=4
trips a=1,0,1,1
scheme per-loop
extensions all
count all
optimize 1
#--- program.cp
program branch_star
engine e0
engine e1

loop q trips dynamic {
  if a {
    e0: p
    e1: c  after p@q-1@*, p@q-2@*
  } else {
    e1: d  after p@q-1
  }
}
