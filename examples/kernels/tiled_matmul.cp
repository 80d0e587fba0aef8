# Matrix product, one tile of each operand at a time (kernel K1t)
# SPDX-License-Identifier: Apache-2.0
#
# C[M,N] = A[M,K] * B[K,N] in tiles of 128 x 128 by 128 x 512. Both operand tiles are loaded in the innermost loop
# into one buffer each, so the tensor engine waits for the queues and the queues for it.
#
# The gates are no-ops. A wait at distance 1 on a loop is not owed in the first iteration of each trip of that
# loop; the buffers live on from trip to trip, so in the outer body each writer first waits, through a gate, for
# what the trip before left behind. A and B need a gate at both outer levels.
#
# Every loop is dynamic: one text serves every size, and no allocation may lean on a count.
program tiled_matmul
unit ps
engine pe dve dma_a dma_b dma_o inorder
buffer A slots 1
buffer B slots 1
buffer P slots 1
buffer O slots 1

loop m trips dynamic {
  # Trip boundary of n: the last product, store and evacuation of the previous m.
  dma_a: gate_a2 after mm@m-1  cost 25000 interval 0
  dma_b: gate_b2 after mm@m-1  cost 25000 interval 0
  pe:    gate_p  after evac@m-1  cost 25000 interval 0
  dve:   gate_d  after st@m-1  cost 25000 interval 0
  loop n trips dynamic {
    # Trip boundary of k.
    dma_a: gate_a after mm@n-1  cost 25000 interval 0
    dma_b: gate_b after mm@n-1  cost 25000 interval 0
    loop k trips dynamic {
      # One buffer each: a load waits until the product before it has read the tile.
      dma_a: ld_a after mm@k-1  writes A  cost 1389000 interval 89000 transfer 89000
      dma_b: ld_b after mm@k-1  writes B  cost 1656200 interval 356200 transfer 356200
      # The accumulator is drained once per n, so its reuse is at distance 1 on n, not on k.
      pe:    mm   after ld_a, ld_b, evac@n-1  reads A, B  writes P  cost 380300 interval 213300
    }
    dve:   evac after mm, st@n-1  reads P  writes O  cost 637300 interval 533300
    dma_o: st   after evac  reads O  cost 1656200 interval 356200 transfer 356200
  }
}
