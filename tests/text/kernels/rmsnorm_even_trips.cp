# RMSNorm for an even number of trips
# SPDX-License-Identifier: Apache-2.0
#
# rmsnorm.cp with the slot that the last tile has after an even number of trips, and with the dependencies that
# are needed when the loop does not run at all: esq0 <- pl0, esq1 <- pl1, esq2 <- pl2, esq3 <- pl3, esc0 <- ld_g.
# Without them zero trips are a race.
#
# RUN: for i in 0 2 4 8; do %counterpoint run %s --trips i=$i --expect completed || exit 1; done
# RUN: %counterpoint alloc %s -o %t.cp
# RUN: %counterpoint run %s --against %t.cp --schedule random --repeat 5 --trips i=0 --expect completed
# RUN: %counterpoint run %s --against %t.cp --schedule random --repeat 5 --trips i=2 --expect completed
#
# After an odd number the last tile is in the other slot, so this text is racy; and the one for odd numbers is with
# an even one.
# RUN: %counterpoint run %s --trips i=1 --expect racy
# RUN: %counterpoint run %examples/kernels/rmsnorm.cp --trips i=2 --expect racy
# RUN: %counterpoint run %examples/kernels/rmsnorm.cp --trips i=0 --expect racy
program rmsnorm_even_trips
unit ps
engine act dve dma_l dma_s inorder
buffer G slots 1
buffer X0 slots 2
buffer X1 slots 2
buffer X2 slots 2
buffer X3 slots 2
buffer SS slots 1
buffer MS slots 1
buffer RS slots 1
buffer Y0 slots 2
buffer Y1 slots 2
buffer Y2 slots 2
buffer Y3 slots 2

# The scale, and the first tile.
dma_l: ld_g writes G  cost 6998800 interval 5698800 transfer 5698800
dma_l: pl0  writes X0[0]  cost 2724700 interval 1424700 transfer 1424700
dma_l: pl1  writes X1[0]  cost 2724700 interval 1424700 transfer 1424700
dma_l: pl2  writes X2[0]  cost 2724700 interval 1424700 transfer 1424700
dma_l: pl3  writes X3[0]  cost 2724700 interval 1424700 transfer 1424700
loop i trips dynamic {
  # The next tile goes where the tile before the present one was read.
  dma_l: ld0  after sc0@i-1  writes X0[i+1]  cost 2724700 interval 1424700 transfer 1424700
  dma_l: ld1  after sc1@i-1  writes X1[i+1]  cost 2724700 interval 1424700 transfer 1424700
  dma_l: ld2  after sc2@i-1  writes X2[i+1]  cost 2724700 interval 1424700 transfer 1424700
  dma_l: ld3  after sc3@i-1  writes X3[i+1]  cost 2724700 interval 1424700 transfer 1424700
  # Loaded one iteration ago, or before the loop.
  act:   sq0  after ld0@i-1, pl0  reads X0[i]  writes SS  cost 1849700 interval 1706700
  act:   sq1  after ld1@i-1, pl1  reads X1[i]  writes SS  cost 1849700 interval 1706700
  act:   sq2  after ld2@i-1, pl2  reads X2[i]  writes SS  cost 1849700 interval 1706700
  act:   sq3  after ld3@i-1, pl3  reads X3[i]  writes SS  cost 1849700 interval 1706700
  dve:   sum  after sq3  reads SS  writes MS  cost 170700 interval 66700
  act:   rstd after sum  reads MS  writes RS  cost 196300 interval 53300
  # Scale; the output slot was last stored two tiles ago.
  dve:   sc0  after rstd, st0@i-2  reads X0[i], RS, G  writes Y0[i]  cost 2237300 interval 2133300
  dve:   sc1  after st1@i-2  reads X1[i], RS, G  writes Y1[i]  cost 2237300 interval 2133300
  dve:   sc2  after st2@i-2  reads X2[i], RS, G  writes Y2[i]  cost 2237300 interval 2133300
  dve:   sc3  after st3@i-2  reads X3[i], RS, G  writes Y3[i]  cost 2237300 interval 2133300
  dma_s: st0  after sc0  reads Y0[i]  cost 2724700 interval 1424700 transfer 1424700
  dma_s: st1  after sc1  reads Y1[i]  cost 2724700 interval 1424700 transfer 1424700
  dma_s: st2  after sc2  reads Y2[i]  cost 2724700 interval 1424700 transfer 1424700
  dma_s: st3  after sc3  reads Y3[i]  cost 2724700 interval 1424700 transfer 1424700
}
# The last tile: everything the loop loaded and stored has retired.
act:   esq0  after ld0, pl0  reads X0[0]  writes SS  cost 1849700 interval 1706700
act:   esq1  after ld1, pl1  reads X1[0]  writes SS  cost 1849700 interval 1706700
act:   esq2  after ld2, pl2  reads X2[0]  writes SS  cost 1849700 interval 1706700
act:   esq3  after ld3, pl3  reads X3[0]  writes SS  cost 1849700 interval 1706700
dve:   esum  after esq3  reads SS  writes MS  cost 170700 interval 66700
act:   erstd after esum  reads MS  writes RS  cost 196300 interval 53300
dve:   esc0  after erstd, st0, ld_g  reads X0[0], RS, G  writes Y0[0]  cost 2237300 interval 2133300
dve:   esc1  reads X1[0], RS, G  writes Y1[0]  cost 2237300 interval 2133300
dve:   esc2  reads X2[0], RS, G  writes Y2[0]  cost 2237300 interval 2133300
dve:   esc3  reads X3[0], RS, G  writes Y3[0]  cost 2237300 interval 2133300
dma_s: est0  after esc0  reads Y0[0]  cost 2724700 interval 1424700 transfer 1424700
dma_s: est1  after esc1  reads Y1[0]  cost 2724700 interval 1424700 transfer 1424700
dma_s: est2  after esc2  reads Y2[0]  cost 2724700 interval 1424700 transfer 1424700
dma_s: est3  after esc3  reads Y3[0]  cost 2724700 interval 1424700 transfer 1424700
