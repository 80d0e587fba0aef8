# A wrong implementation of program 05: late
# SPDX-License-Identifier: Apache-2.0
#
# Waits for all that e0 runs in the same iteration of Q: two, then three.
implementation p05
engine e0 e1
semaphore s

loop Q trips dynamic {
  loop L trips divergent {
    e0: p signal s += 1
  }
  e1: n := n + 1
  e1: m := n + 1
  e1: c wait s >= m
}
