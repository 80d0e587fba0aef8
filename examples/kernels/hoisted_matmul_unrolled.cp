# hoisted_matmul.cp with the inner loop written out (kernel K1u)
# SPDX-License-Identifier: Apache-2.0
#
# K = 2048, that is sixteen products in the text of m instead of a loop k: the first waits for the operands, the
# last releases the evacuation. Sixteen is the point of this file; n and m stay dynamic.
program hoisted_matmul_unrolled
unit ps
engine pe dve dma_a dma_b dma_o inorder
buffer B slots 2
buffer A slots 2
buffer P slots 2
buffer O slots 2

loop n trips dynamic {
  # See hoisted_matmul.cp for `mark` and the gates.
  dma_b: ld_b   after mark@n-2  writes B[n]  cost 6998800 interval 5698800 transfer 5698800
  dma_a: gate_a after evac@n-1  cost 25000 interval 0
  dve:   gate_d after st@n-1  cost 25000 interval 0
  loop m trips dynamic {
    dma_a: ld_a after evac@m-2  writes A[m]  cost 2724700 interval 1424700 transfer 1424700
    # One accumulation group.
    pe:    mm0  after ld_b, ld_a  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm1  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm2  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm3  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm4  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm5  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm6  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm7  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm8  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm9  reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm10 reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm11 reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm12 reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm13 reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm14 reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    pe:    mm15 reads A[m], B[n]  writes P[m]  cost 380300 interval 213300
    dve:   evac after mm15, st@m-2  reads P[m]  writes O[m]  cost 637300 interval 533300
    dma_o: st   after evac  reads O[m]  cost 1656200 interval 356200 transfer 356200
  }
  pe: mark cost 25000 interval 0
}
