# A wrong implementation of program 23c: stuck
# SPDX-License-Identifier: Apache-2.0
#
# Waits for all of the iteration of L before.
implementation p23c
engine e0 e1
semaphore s

loop L trips dynamic {
  e1: h := r
  loop M trips divergent {
    e1: r := r + 1
    e0: p signal s += 1
    e1: c wait s >= h
  }
}
