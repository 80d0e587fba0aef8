# A wrong implementation of program 23: early
# SPDX-License-Identifier: Apache-2.0
#
# A barrier at the start of each iteration of L.
implementation p23
engine e0 e1

loop L trips dynamic {
  barrier
  loop M trips divergent {
    e0: p
  }
  e1: c
}
