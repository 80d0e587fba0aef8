# A wrong implementation of program 02: late
# SPDX-License-Identifier: Apache-2.0
#
# A total over e0: the constant for w and one for each p.
implementation p02
engine e0 e1
semaphore s

e0: w signal s += 1
loop L trips dynamic {
  e1: r := r + 1
  e0: p signal s += 1
}
e1: n := r + 1
e1: c wait s >= n
