# A wrong implementation of program 27: early
# SPDX-License-Identifier: Apache-2.0
#
# One barrier after each iteration of L and none before it: the wait within one block is not enough.
implementation p27
engine e1

e1: i0
loop L trips dynamic {
  barrier reset
}
e1: i1
