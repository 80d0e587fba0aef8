# A wrong implementation of program 04: stuck
# SPDX-License-Identifier: Apache-2.0
#
# A barrier at the start of each iteration of Q, beside the right waits.
implementation p04
engine e0 e1
semaphore s

loop Q trips dynamic {
  barrier
  loop L trips divergent {
    e1: r := r + 1
    e0: p signal s += 1
    e1: c wait s >= r
  }
}
