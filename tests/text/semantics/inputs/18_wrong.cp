# A wrong implementation of program 18: early
# SPDX-License-Identifier: Apache-2.0
#
# The loop that is empty on e1 is not counted there.
implementation p18
engine e0 e1
semaphore s

loop S trips dynamic {
  loop L trips dynamic {
    e0: p signal s += 1
  }
  e1: r_L := 0
  e1: c wait s >= r_L
}
