# AdamW for an even number of trips
# SPDX-License-Identifier: Apache-2.0
#
# adamw.cp with the slot that the last tile has after an even number of trips, and with the dependencies that are
# needed when the loop does not run at all: egs <- pl_g, emn <- pl_m, evn <- pl_v, epw <- pl_p. Without them zero
# trips are a race.
#
# RUN: for i in 0 2 4 8; do %counterpoint run %s --trips i=$i --expect completed || exit 1; done
# RUN: %counterpoint alloc %s -o %t.cp
# RUN: %counterpoint run %s --against %t.cp --schedule random --repeat 5 --trips i=0 --expect completed
# RUN: %counterpoint run %s --against %t.cp --schedule random --repeat 5 --trips i=2 --expect completed
#
# After an odd number the last tile is in the other slot, so this text is racy; and the one for odd numbers is with
# an even one.
# RUN: %counterpoint run %s --trips i=1 --expect racy
# RUN: %counterpoint run %examples/kernels/adamw.cp --trips i=2 --expect racy
program adamw_even_trips
unit ps
engine act pool dve dma_l dma_s inorder
buffer g slots 2
buffer m slots 2
buffer v slots 2
buffer p slots 2
buffer GS slots 1
buffer G2 slots 1
buffer PW slots 1
buffer MO slots 2
buffer VO slots 2
buffer SQ slots 1
buffer IV slots 1
buffer UP slots 1
buffer PO slots 2

# The first tile.
dma_l: pl_g writes g[0]  cost 2724700 interval 1424700 transfer 1424700
dma_l: pl_m writes m[0]  cost 2724700 interval 1424700 transfer 1424700
dma_l: pl_v writes v[0]  cost 2724700 interval 1424700 transfer 1424700
dma_l: pl_p writes p[0]  cost 2724700 interval 1424700 transfer 1424700
loop i trips dynamic {
  # The next tile goes where the tile before the present one was read.
  dma_l: ld_g after g2@i-1  writes g[i+1]  cost 2724700 interval 1424700 transfer 1424700
  dma_l: ld_m after mn@i-1  writes m[i+1]  cost 2724700 interval 1424700 transfer 1424700
  dma_l: ld_v after vn@i-1  writes v[i+1]  cost 2724700 interval 1424700 transfer 1424700
  dma_l: ld_p after pw@i-1  writes p[i+1]  cost 2724700 interval 1424700 transfer 1424700
  # Scaled gradient and its square; decay of the parameters (PW is single buffered).
  act:   gs   after ld_g@i-1, pl_g  reads g[i]  writes GS  cost 996300 interval 853300
  act:   g2   reads g[i]  writes G2  cost 996300 interval 853300
  pool:  pw   after ld_p@i-1, pl_p, pn@i-1  reads p[i]  writes PW  cost 1078300 interval 978300
  # The two moments.
  dve:   mn   after ld_m@i-1, pl_m, gs, st_m@i-2  reads m[i], GS  writes MO[i]  cost 2237300 interval 2133300
  dve:   vn   after ld_v@i-1, pl_v, g2, st_v@i-2  reads v[i], G2  writes VO[i]  cost 2237300 interval 2133300
  # Square root, reciprocal, update.
  act:   sq   after vn  reads VO[i]  writes SQ  cost 996300 interval 853300
  act:   iv   reads SQ  writes IV  cost 996300 interval 853300
  dve:   up   after iv  reads MO[i], IV  writes UP  cost 2237300 interval 2133300
  dve:   pn   after pw, st_p@i-2  reads UP, PW  writes PO[i]  cost 2237300 interval 2133300
  # Write back.
  dma_s: st_m after mn  reads MO[i]  cost 2724700 interval 1424700 transfer 1424700
  dma_s: st_v after vn  reads VO[i]  cost 2724700 interval 1424700 transfer 1424700
  dma_s: st_p after pn  reads PO[i]  cost 2724700 interval 1424700 transfer 1424700
}
# The last tile.
act:   egs   after ld_g, pl_g  reads g[0]  writes GS  cost 996300 interval 853300
act:   eg2   reads g[0]  writes G2  cost 996300 interval 853300
pool:  epw   after ld_p, pn, pl_p  reads p[0]  writes PW  cost 1078300 interval 978300
dve:   emn   after ld_m, egs, st_m, pl_m  reads m[0], GS  writes MO[0]  cost 2237300 interval 2133300
dve:   evn   after ld_v, eg2, pl_v  reads v[0], G2  writes VO[0]  cost 2237300 interval 2133300
act:   esq   after evn  reads VO[0]  writes SQ  cost 996300 interval 853300
act:   eiv   reads SQ  writes IV  cost 996300 interval 853300
dve:   eup   after eiv  reads MO[0], IV  writes UP  cost 2237300 interval 2133300
dve:   epn   after epw  reads UP, PW  writes PO[0]  cost 2237300 interval 2133300
dma_s: est_m after emn  reads MO[0]  cost 2724700 interval 1424700 transfer 1424700
dma_s: est_v after evn  reads VO[0]  cost 2724700 interval 1424700 transfer 1424700
dma_s: est_p after epn  reads PO[0]  cost 2724700 interval 1424700 transfer 1424700
