# A synchronisation-bound microbenchmark (kernel K0)
# SPDX-License-Identifier: Apache-2.0
#
# Two engines hand small tiles to each other through four slots: almost no work, so what an allocation adds per
# iteration is what one measures. The loop is dynamic, the number of tiles is no secret of this kernel.
program add_many
unit ps
engine act dve inorder
buffer A slots 4

loop i trips dynamic {
  act: a after b@i-4  writes A[i]  cost 196000 interval 53000
  dve: b after a      reads A[i]   cost 171000 interval 67000
}
