# Only branches between the loop and both, distance 1: r_P - 1 here, a history of one register there.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips q=4
trips a=1,0,1,1
scheme per-instruction
extensions all
count all
optimize 0
#--- program.cp
program branch_before
engine e0
engine e1

loop q trips dynamic {
  if a {
    e0: p
    e1: c  after p@q-1
  }
}
