# A wrong implementation of program 13: early
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0 at c: each iteration of S and the iterations of L so far, this one's missing.
implementation p13
engine e0 e1
semaphore s

loop S trips dynamic {
  e1: r_S := r_S + 1
  e1: n := r_S + r_L
  e1: c wait s >= n
  loop L trips dynamic {
    e1: r_L := r_L + 1
    e0: a signal s += 1
  }
  e0: p signal s += 1
}
