# A static count of no iterations: no wait here, a threshold that holds from the start there.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips q=2
scheme per-loop
extensions all
count all
optimize 1
#--- program.cp
program never_owed
engine e0
engine e1

loop q trips dynamic {
  e1: c  after p, x@q-1
  loop l trips 0 {
    e0: p
  }
  e0: x
}
