# tiled_matmul.cp with the inner loop written out and four buffers per operand (kernel K1tu)
# SPDX-License-Identifier: Apache-2.0
#
# K = 2048: sixteen triples (load of A, load of B, product) in the text of n. The four slots of an operand are
# constants here, so the reuse of a slot is at distance 0 inside the body for the last twelve triples and at
# distance 1 on n for the first four. Sixteen and four are the point of this file; m and n stay dynamic.
program tiled_matmul_unrolled
unit ps
engine pe dve dma_a dma_b dma_o inorder
buffer A slots 4
buffer B slots 4
buffer P slots 2
buffer O slots 2

loop m trips dynamic {
  # Trip boundary of n for the operand slots, the two accumulators and the two output tiles.
  dma_a: gate_a after mm15@m-1  cost 25000 interval 0
  dma_b: gate_b after mm15@m-1  cost 25000 interval 0
  pe:    gate_p after evac@m-1  cost 25000 interval 0
  dve:   gate_d after st@m-1  cost 25000 interval 0
  loop n trips dynamic {
    dma_a: la0  after mm12@n-1  writes A[0]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb0  after mm12@n-1  writes B[0]  cost 1656200 interval 356200 transfer 356200
    pe:    mm0  after la0, lb0, evac@n-2  reads A[0], B[0]  writes P[n]  cost 380300 interval 213300
    dma_a: la1  after mm13@n-1  writes A[1]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb1  after mm13@n-1  writes B[1]  cost 1656200 interval 356200 transfer 356200
    pe:    mm1  after la1, lb1  reads A[1], B[1]  writes P[n]  cost 380300 interval 213300
    dma_a: la2  after mm14@n-1  writes A[2]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb2  after mm14@n-1  writes B[2]  cost 1656200 interval 356200 transfer 356200
    pe:    mm2  after la2, lb2  reads A[2], B[2]  writes P[n]  cost 380300 interval 213300
    dma_a: la3  after mm15@n-1  writes A[3]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb3  after mm15@n-1  writes B[3]  cost 1656200 interval 356200 transfer 356200
    pe:    mm3  after la3, lb3  reads A[3], B[3]  writes P[n]  cost 380300 interval 213300
    dma_a: la4  after mm0  writes A[0]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb4  after mm0  writes B[0]  cost 1656200 interval 356200 transfer 356200
    pe:    mm4  after la4, lb4  reads A[0], B[0]  writes P[n]  cost 380300 interval 213300
    dma_a: la5  after mm1  writes A[1]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb5  after mm1  writes B[1]  cost 1656200 interval 356200 transfer 356200
    pe:    mm5  after la5, lb5  reads A[1], B[1]  writes P[n]  cost 380300 interval 213300
    dma_a: la6  after mm2  writes A[2]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb6  after mm2  writes B[2]  cost 1656200 interval 356200 transfer 356200
    pe:    mm6  after la6, lb6  reads A[2], B[2]  writes P[n]  cost 380300 interval 213300
    dma_a: la7  after mm3  writes A[3]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb7  after mm3  writes B[3]  cost 1656200 interval 356200 transfer 356200
    pe:    mm7  after la7, lb7  reads A[3], B[3]  writes P[n]  cost 380300 interval 213300
    dma_a: la8  after mm4  writes A[0]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb8  after mm4  writes B[0]  cost 1656200 interval 356200 transfer 356200
    pe:    mm8  after la8, lb8  reads A[0], B[0]  writes P[n]  cost 380300 interval 213300
    dma_a: la9  after mm5  writes A[1]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb9  after mm5  writes B[1]  cost 1656200 interval 356200 transfer 356200
    pe:    mm9  after la9, lb9  reads A[1], B[1]  writes P[n]  cost 380300 interval 213300
    dma_a: la10 after mm6  writes A[2]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb10 after mm6  writes B[2]  cost 1656200 interval 356200 transfer 356200
    pe:    mm10 after la10, lb10  reads A[2], B[2]  writes P[n]  cost 380300 interval 213300
    dma_a: la11 after mm7  writes A[3]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb11 after mm7  writes B[3]  cost 1656200 interval 356200 transfer 356200
    pe:    mm11 after la11, lb11  reads A[3], B[3]  writes P[n]  cost 380300 interval 213300
    dma_a: la12 after mm8  writes A[0]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb12 after mm8  writes B[0]  cost 1656200 interval 356200 transfer 356200
    pe:    mm12 after la12, lb12  reads A[0], B[0]  writes P[n]  cost 380300 interval 213300
    dma_a: la13 after mm9  writes A[1]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb13 after mm9  writes B[1]  cost 1656200 interval 356200 transfer 356200
    pe:    mm13 after la13, lb13  reads A[1], B[1]  writes P[n]  cost 380300 interval 213300
    dma_a: la14 after mm10  writes A[2]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb14 after mm10  writes B[2]  cost 1656200 interval 356200 transfer 356200
    pe:    mm14 after la14, lb14  reads A[2], B[2]  writes P[n]  cost 380300 interval 213300
    dma_a: la15 after mm11  writes A[3]  cost 1389000 interval 89000 transfer 89000
    dma_b: lb15 after mm11  writes B[3]  cost 1656200 interval 356200 transfer 356200
    pe:    mm15 after la15, lb15  reads A[3], B[3]  writes P[n]  cost 380300 interval 213300
    dve:   evac after mm15, st@n-2  reads P[n]  writes O[n]  cost 637300 interval 533300
    dma_o: st   after evac  reads O[n]  cost 1656200 interval 356200 transfer 356200
  }
}
