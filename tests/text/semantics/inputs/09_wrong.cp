# A wrong implementation of program 09: late
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0: each p so far and each a of the iterations before.
implementation p09
engine e0 e1
semaphore s

loop S trips dynamic {
  e1: r_S := r_S + 1
  loop L trips dynamic {
    e1: r_L := r_L + 1
    e0: p signal s += 1
  }
  e0: a signal s += 1
  e1: n := r_S - 1
  e1: n := n + r_L
  e1: c wait s >= n
}
