# A branch with distance 1 at the loop around, the producer below the branch, after: history here, r_P there.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips q=3
trips a=1,0,1
trips l=2,0,1
scheme per-loop
extensions all
count all
optimize 1
#--- program.cp
program branch_nested_after
engine e0
engine e1

loop q trips dynamic {
  if a {
    e1: c  after p@q-1
    loop l trips dynamic {
      e0: p
    }
  }
}
