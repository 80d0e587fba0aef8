# A wrong implementation of program 14b: early
# SPDX-License-Identifier: Apache-2.0
#
# One retirement for each iteration of S instead of two.
implementation p14b
engine e0 e1
semaphore s

loop S trips dynamic {
  e1: r := r + 1
  e1: c wait s >= r
  loop L trips 2 {
    e0: p signal s += 1
  }
}
