# A consumer that waits for a count of the future
# SPDX-License-Identifier: Apache-2.0
program not_allocatable
engine pe act
loop s trips dynamic {
  act: c after p
  loop l trips dynamic {
    pe: p
  }
}
