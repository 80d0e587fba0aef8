# A wrong implementation of program 11: late
# SPDX-License-Identifier: Apache-2.0
#
# No mask: the first i of the second trip waits for the last of the first.
implementation p11
engine e0
semaphore s

loop Q trips dynamic {
  loop L trips dynamic {
    e0: n := r
    e0: r := r + 1
    e0: i wait s >= n signal s += 1
  }
}
