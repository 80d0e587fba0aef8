# A wrong implementation of program 20: late
# SPDX-License-Identifier: Apache-2.0
#
# The shift of the history in the wrong order: both registers hold the newest count.
implementation p20
engine e0 e1
semaphore s

loop S trips dynamic {
  e1: t := t + 1
  e1: h0 := r
  e1: h1 := h0
  e1: m := gt(t, 2)
  e1: n := h1 * m
  e1: c wait s >= n
  loop L trips dynamic {
    e1: r := r + 1
    e0: p signal s += 1
  }
}
