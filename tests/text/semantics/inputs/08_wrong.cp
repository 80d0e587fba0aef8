# A wrong implementation of program 08: stuck
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0 that holds c itself.
implementation p08
engine e0
semaphore s

e0: p signal s += 1
loop L trips dynamic {
  e0: r := r + 1
  e0: n := r + 1
  e0: c wait s >= n signal s += 1
}
