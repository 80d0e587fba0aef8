# A wrong implementation of program 24: early
# SPDX-License-Identifier: Apache-2.0
#
# c without its own wait for p.
implementation p24
engine e0 e1 e2
semaphore s0 s1

loop Q trips dynamic {
  e1: t := 0
  loop S trips divergent {
    e1: n := r
    e1: r := r + 1
    e1: t := t + 1
    e1: m := gt(t, 1)
    e1: n := n * m
    e2: r := r + 1
    e0: p signal s0 += 1
    e1: q wait s0 >= n signal s1 += 1
    e2: c wait s1 >= r
  }
}
