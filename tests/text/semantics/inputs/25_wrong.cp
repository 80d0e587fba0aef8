# A wrong implementation of program 25: early
# SPDX-License-Identifier: Apache-2.0
#
# Taken for void, because p and c never run in the same iteration.
implementation p25
engine e0 e1

loop S trips dynamic {
  if A {
    e0: p
  } else {
    e1: c
  }
}
