# A wrong implementation of program 19: early
# SPDX-License-Identifier: Apache-2.0
#
# The counters of S come after L.
implementation p19
engine e0 e1
semaphore s

loop S trips dynamic {
  loop L trips dynamic {
    e1: n := r - 1
    e1: c wait s >= n
  }
  e1: r := r + 1
  e0: p signal s += 1
}
