# A wrong implementation of program 06: early
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0, with the trips of L counted on e1.
implementation p06
engine e0 e1
semaphore s

loop L trips divergent {
  e1: r := r + 1
  e0: a signal s += 1
}
e0: p signal s += 1
e1: n := r + 1
e1: c wait s >= n
