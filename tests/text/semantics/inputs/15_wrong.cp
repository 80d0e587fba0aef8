# A wrong implementation of program 15: early
# SPDX-License-Identifier: Apache-2.0
#
# The count is taken anew in each iteration of Q.
implementation p15
engine e0 e1
semaphore s

loop Q trips dynamic {
  e1: r := 0
  e1: t := 0
  loop S trips dynamic {
    e1: t := t + 1
    e1: m := gt(t, 1)
    e1: n := r * m
    e1: c wait s >= n
    loop L trips dynamic {
      e1: r := r + 1
      e0: p signal s += 1
    }
  }
}
