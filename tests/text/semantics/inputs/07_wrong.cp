# A wrong implementation of program 07: stuck
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0 at c: every a so far is in it.
implementation p07
engine e0 e1
semaphore s0 s1

loop S trips dynamic {
  e0: r_S := r_S + 1
  e1: r_S := r_S + 1
  e0: p signal s0 += 1
  loop L trips dynamic {
    e1: r_L := r_L + 1
    e0: a wait s1 >= r_S signal s0 += 1
  }
  e1: n := r_S + r_L
  e1: c wait s0 >= n signal s1 += 1
}
