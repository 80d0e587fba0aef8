# Static at a distance, and two-level times constant loops: strengthened there, the verdict on our waits the same.
# SPDX-License-Identifier: Apache-2.0

#--- case
oracle rocq
trips q=2
trips s=3,2
scheme per-instruction
extensions all
count producers
optimize 1
#--- program.cp
program static_at_a_distance
engine e0
engine e1

loop q trips dynamic {
  loop s trips dynamic {
    loop l trips 2 {
      e0: p
      e1: c  after p@q-1@l-1, x@q-1@s+1
    }
    e1: d  after p@q-1@s-1
    e0: x
  }
}
