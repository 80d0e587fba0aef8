# Program 14 with a loop of unknown length beside one of two: rejected, left out of the allocation, unsafe; and static.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips s=2
trips l=2
scheme per-instruction
extensions all
count all
optimize 1
#--- program.cp
program rejected
engine e0
engine e1

loop s trips dynamic {
  e1: c  after p, w
  loop l trips dynamic {
    e0: p
  }
  loop m trips 2 {
    e0: w
  }
}
