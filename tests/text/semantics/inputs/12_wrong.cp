# A wrong implementation of program 12: early
# SPDX-License-Identifier: Apache-2.0
#
# One of the two waits is missing.
implementation p12
engine e0 e1
semaphore s1

loop L trips dynamic {
  e0: r := r + 1
  e0: c wait s1 >= r
  e0: p
  e1: d
  e1: q signal s1 += 1
}
