# Visits that wait: a loop for what it holds, a conditional for the iteration before; engines differ in trips.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips q=2
trips l@e0=1,2
trips l@e1=2,0
scheme per-loop
extensions all
count all
optimize 1
#--- program.cp
program guarded_visit
engine e0
engine e1

loop q trips dynamic {
  e0: n
  loop l trips divergent after n, p@q-1 {
    e0: p
    e1: c  after p
  }
  if a after c@q-1 {
    e1: d  after n
  }
}
