# A wrong implementation of program 22: stuck
# SPDX-License-Identifier: Apache-2.0
#
# A barrier at the start of each iteration of L.
implementation p22
engine e0 e1
semaphore s1

loop L trips dynamic {
  barrier
  loop M trips dynamic {
    e0: c wait s1 >= 1
    e1: q
  }
}
e1: p signal s1 += 1
