# A wrong implementation of program 10: early
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0 that takes the last iteration of L for unfinished.
implementation p10
engine e0 e1
semaphore s

loop L trips dynamic {
  e1: r := r + 1
  e0: a signal s += 1
}
e0: p signal s += 1
e1: n := r - 1
e1: n := n + 1
e1: c wait s >= n
