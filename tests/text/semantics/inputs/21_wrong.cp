# A wrong implementation of program 21: late
# SPDX-License-Identifier: Apache-2.0
#
# Without the smaller of the two counts.
implementation p21
engine e0 e1
semaphore s

loop Q trips dynamic {
  e1: q1 := q0
  e1: q0 := r
  e1: t_Q := t_Q + 1
  e1: m := gt(t_Q, 1)
  e1: t := 0
  loop S trips dynamic {
    e1: r := r + 1
    e1: t := t + 1
    e1: n := q1 + t
    e1: n := n + 1
    e1: n := n * m
    e0: p signal s += 1
    e1: c wait s >= n
  }
}
