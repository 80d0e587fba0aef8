# Matrix product with the operand loads lifted out of the inner loop (kernel K1)
# SPDX-License-Identifier: Apache-2.0
#
# The same product as tiled_matmul.cp with the loops n > m > k: a panel of B per n, a panel of A per m, both
# double buffered, and only products in k. The tensor engine is the bottleneck.
#
# `mark` retires after all products of its n: it turns "two panels ago", which would be a distance 2 on an
# instruction nested two loops deeper, into a distance 2 on an instruction of the same body.
#
# Every loop is dynamic: one text serves every size, and no allocation may lean on a count.
program hoisted_matmul
unit ps
engine pe dve dma_a dma_b dma_o inorder
buffer B slots 2
buffer A slots 2
buffer P slots 2
buffer O slots 2

loop n trips dynamic {
  # The panel two back is free once the mark behind its last product has retired.
  dma_b: ld_b   after mark@n-2  writes B[n]  cost 6998800 interval 5698800 transfer 5698800
  # The buffers of A and of the output are rotated by m and live across trips of m.
  dma_a: gate_a after evac@n-1  cost 25000 interval 0
  dve:   gate_d after st@n-1  cost 25000 interval 0
  loop m trips dynamic {
    # Also frees the accumulator: the evacuation two back has read both.
    dma_a: ld_a after evac@m-2  writes A[m]  cost 2724700 interval 1424700 transfer 1424700
    loop k trips dynamic {
      pe: mm after ld_b, ld_a  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    }
    dve:   evac after mm, st@m-2  reads P[m]  writes O[m]  cost 637300 interval 533300
    dma_o: st   after evac  reads O[m]  cost 1656200 interval 356200 transfer 356200
  }
  # Everything before it on this engine has retired when it has.
  pe: mark cost 25000 interval 0
}
