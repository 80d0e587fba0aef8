# A wrong implementation of program 17: late
# SPDX-License-Identifier: Apache-2.0
#
# No mask: two entries back, whatever trip they were in.
implementation p17
engine e0 e1
semaphore s

loop Q trips dynamic {
  loop S trips dynamic {
    e1: n := r - 1
    e1: r := r + 1
    e0: p signal s += 1
    e1: c wait s >= n
  }
}
