# A wrong implementation of program 16: late
# SPDX-License-Identifier: Apache-2.0
#
# The count within the trip is not reset at the entry of Q.
implementation p16
engine e0 e1
semaphore s0 s1

loop Q trips dynamic {
  loop S trips dynamic {
    e0: t := t + 1
    e0: m := gt(t, 1)
    e0: n := t - 1
    e0: n := n * m
    e1: r := r + 1
    e0: p wait s1 >= n signal s0 += 1
    e1: c wait s0 >= r signal s1 += 1
  }
}
