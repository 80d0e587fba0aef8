# Matrix product that waits for a nested instruction two iterations back
# SPDX-License-Identifier: Apache-2.0
#
# examples/kernels/hoisted_matmul.cp without its `mark`. "Two panels ago" is then a distance of 2 on an instruction
# nested two loops deeper: outside of the paper's subset, where a barrier is what remains. The marked program needs one
# no-op more for each n, and no barrier.
program hoisted_matmul_unmarked
unit ps
engine pe dve dma_a dma_b dma_o inorder
buffer B slots 2
buffer A slots 2
buffer P slots 2
buffer O slots 2

loop n trips dynamic {
  # The panel two back is free once its last product has retired, two loops further in.
  dma_b: ld_b   after mm@n-2  writes B[n]  cost 6998800 interval 5698800 transfer 5698800
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
}
