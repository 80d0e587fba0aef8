# A wrong implementation of program 23b: stuck
# SPDX-License-Identifier: Apache-2.0
#
# Waits for all of the iteration of L before.
implementation p23b
engine e0 e1
semaphore s0 s1

loop L trips dynamic {
  e1: h := r
  loop M trips dynamic {
    e1: r := r + 1
    e0: p signal s0 += 1
    e0: y wait s1 >= 1
    e1: q wait s0 >= h
  }
}
e1: w signal s1 += 1
