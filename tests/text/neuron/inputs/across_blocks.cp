# Each loop reads what the one before it wrote
# SPDX-License-Identifier: Apache-2.0
program across_blocks
engine pe act
loop l trips dynamic {
  pe: x
}
loop m trips dynamic {
  act: y after x
}
pe: z after y
