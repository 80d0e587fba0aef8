# Experts with two buffers for weights, freed by a mark
# SPDX-License-Identifier: Apache-2.0
#
# examples/paired/experts_unmarked.cp with one no-op more for each expert: `mark` stands in the outer body and retires
# after all products, so that the distance of 2 is on an instruction of the same body, inside of the paper's subset.
program experts_marked
unit ps
engine pe act pool dve sp dma_i dma_x dma_w dma_y dma_o inorder
buffer CNT slots 1
buffer NB slots 1
buffer WG slots 2
buffer WU slots 2
buffer WD slots 2
buffer TOK slots 2
buffer DX slots 2
buffer XB slots 2
buffer AFF slots 2
buffer XTp0 slots 1
buffer XT0 slots 2
buffer XTp1 slots 1
buffer XT1 slots 2
buffer XT2 slots 2
buffer XT3 slots 2
buffer XT4 slots 2
buffer XT5 slots 2
buffer XT6 slots 2
buffer XT7 slots 2
buffer GP0 slots 1
buffer UP0 slots 1
buffer SI0 slots 1
buffer IN0 slots 2
buffer GP1 slots 1
buffer UP1 slots 1
buffer SI1 slots 1
buffer IN1 slots 2
buffer IN2 slots 2
buffer IN3 slots 2
buffer DO slots 2
buffer OUT slots 1
buffer OLD0 slots 2
buffer OLD1 slots 2
buffer DP0 slots 1
buffer NEW0 slots 2
buffer DP1 slots 1
buffer NEW1 slots 2
buffer DS slots 2

# The block count, and its way into a register of every engine.
dma_i: ld_cnt   writes CNT  cost 1301400 interval 1400 transfer 1400
dve:   cnt      after ld_cnt  reads CNT  writes NB  cost 170700 interval 66700
pe:    rl_pe    after cnt  reads NB  cost 100000 interval 50000
act:   rl_act   after cnt  reads NB  cost 100000 interval 50000
pool:  rl_pool  after cnt  reads NB  cost 100000 interval 50000
dve:   rl_dve   after cnt  reads NB  cost 100000 interval 50000
sp:    rl_sp    after cnt  reads NB  cost 100000 interval 50000
dma_i: rl_dma_i after cnt  reads NB  cost 100000 interval 50000
dma_x: rl_dma_x after cnt  reads NB  cost 100000 interval 50000
dma_w: rl_dma_w after cnt  reads NB  cost 100000 interval 50000
dma_y: rl_dma_y after cnt  reads NB  cost 100000 interval 50000
dma_o: rl_dma_o after cnt  reads NB  cost 100000 interval 50000
loop e trips 8 {
  # Trip boundary of b. gate_x and gate_y need no wait of their own: the others imply it.
  dma_i: gate_i after dg_s@e-1  cost 25000 interval 0
  pool:  gate_p after st1@e-1  cost 25000 interval 0
  dma_x: gate_x cost 25000 interval 0
  dma_y: gate_y cost 25000 interval 0
  dma_w: ld_g   after mark@e-2  writes WG[e]  cost 4149400 interval 2849400 transfer 2849400
  dma_w: ld_u   after mark@e-2  writes WU[e]  cost 4149400 interval 2849400 transfer 2849400
  dma_w: ld_dn  after mark@e-2  writes WD[e]  cost 4149400 interval 2849400 transfer 2849400
  loop b trips dynamic after cnt {
    # Token list and descriptors of this block.
    dma_i: ld_tok after dg_s@b-2  writes TOK[b]  cost 1302800 interval 2800 transfer 2800
    pool:  dg_x   after ld_tok, ld_aff@b-2  reads TOK[b]  writes DX[b]  cost 1300000 interval 1200000
    dma_x: gx0    after dg_x, xt7@b-2  reads DX[b]  writes XB[b]  cost 2012300 interval 712300 transfer 712300
    dma_x: gx1    reads DX[b]  writes XB[b]  cost 2012300 interval 712300 transfer 712300
    dma_x: ld_aff after acc1_1@b-2  reads DX[b]  writes AFF[b]  cost 1302800 interval 2800 transfer 2800
    # Transpose the gathered rows through two accumulators.
    pe:    xt0    after gx1  reads XB[b]  writes XTp0  cost 273700 interval 106700
    act:   xc0    after xt0  reads XTp0  writes XT0[b]  cost 356300 interval 213300
    pe:    xt1    reads XB[b]  writes XTp1  cost 273700 interval 106700
    act:   xc1    after xt1  reads XTp1  writes XT1[b]  cost 356300 interval 213300
    pe:    xt2    after xc0  reads XB[b]  writes XTp0  cost 273700 interval 106700
    act:   xc2    after xt2  reads XTp0  writes XT2[b]  cost 356300 interval 213300
    pe:    xt3    after xc1  reads XB[b]  writes XTp1  cost 273700 interval 106700
    act:   xc3    after xt3  reads XTp1  writes XT3[b]  cost 356300 interval 213300
    pe:    xt4    after xc2  reads XB[b]  writes XTp0  cost 273700 interval 106700
    act:   xc4    after xt4  reads XTp0  writes XT4[b]  cost 356300 interval 213300
    pe:    xt5    after xc3  reads XB[b]  writes XTp1  cost 273700 interval 106700
    act:   xc5    after xt5  reads XTp1  writes XT5[b]  cost 356300 interval 213300
    pe:    xt6    after xc4  reads XB[b]  writes XTp0  cost 273700 interval 106700
    act:   xc6    after xt6  reads XTp0  writes XT6[b]  cost 356300 interval 213300
    pe:    xt7    after xc5  reads XB[b]  writes XTp1  cost 273700 interval 106700
    act:   xc7    after xt7  reads XTp1  writes XT7[b]  cost 356300 interval 213300
    # Gate and up projections, four times.
    pe:    g0     after xc7, ld_g  reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WG[e]
                  writes GP0  cost 1020300 interval 853300
    pe:    u0     after ld_u  reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WU[e]  writes UP0
                  cost 1020300 interval 853300
    act:   si0    after g0  reads GP0  writes SI0  cost 356300 interval 213300
    dve:   mul0   after si0, u0  reads SI0, UP0  writes IN0[b]  cost 370700 interval 266700
    pe:    g1     reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WG[e]  writes GP1
                  cost 1020300 interval 853300
    pe:    u1     reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WU[e]  writes UP1
                  cost 1020300 interval 853300
    act:   si1    after g1  reads GP1  writes SI1  cost 356300 interval 213300
    dve:   mul1   after si1, u1  reads SI1, UP1  writes IN1[b]  cost 370700 interval 266700
    pe:    g2     after si0  reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WG[e]  writes GP0
                  cost 1020300 interval 853300
    pe:    u2     after mul0  reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WU[e]  writes UP0
                  cost 1020300 interval 853300
    act:   si2    after g2, mul0  reads GP0  writes SI0  cost 356300 interval 213300
    dve:   mul2   after si2, u2  reads SI0, UP0  writes IN2[b]  cost 370700 interval 266700
    pe:    g3     after si1  reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WG[e]  writes GP1
                  cost 1020300 interval 853300
    pe:    u3     after mul1  reads XT0[b], XT1[b], XT2[b], XT3[b], XT4[b], XT5[b], XT6[b], XT7[b], WU[e]  writes UP1
                  cost 1020300 interval 853300
    act:   si3    after g3, mul1  reads GP1  writes SI1  cost 356300 interval 213300
    dve:   mul3   after si3, u3  reads SI1, UP1  writes IN3[b]  cost 370700 interval 266700
    # The rows of the output as they are now. A token may be in two blocks: reading the old rows waits for
    # the scatter of the block before, a dependency through memory.
    pool:  dg_o   after old1@b-2  reads TOK[b]  writes DO[b]  cost 1300000 interval 1200000
    dma_y: old0   after dg_o, st1@b-1  reads DO[b], OUT  writes OLD0[b]  cost 2012300 interval 712300 transfer 712300
    dma_y: old1   reads DO[b], OUT  writes OLD1[b]  cost 2012300 interval 712300 transfer 712300
    # Down projection; add, scaled, to the old rows.
    pe:    d0_0   after mul3, ld_dn  reads IN0[b], IN1[b], IN2[b], IN3[b], WD[e]  writes DP0
                  cost 1020300 interval 853300
    dve:   acc0_0 after d0_0, ld_aff, old1  reads DP0, AFF[b], OLD0[b]  writes NEW0[b]  cost 637300 interval 533300
    pe:    d0_1   reads IN0[b], IN1[b], IN2[b], IN3[b], WD[e]  writes DP1  cost 1020300 interval 853300
    dve:   acc0_1 after d0_1  reads DP1, AFF[b], OLD0[b]  writes NEW0[b]  cost 637300 interval 533300
    pe:    d1_0   after acc0_0  reads IN0[b], IN1[b], IN2[b], IN3[b], WD[e]  writes DP0  cost 1020300 interval 853300
    dve:   acc1_0 after d1_0  reads DP0, AFF[b], OLD1[b]  writes NEW1[b]  cost 637300 interval 533300
    pe:    d1_1   after acc0_1  reads IN0[b], IN1[b], IN2[b], IN3[b], WD[e]  writes DP1  cost 1020300 interval 853300
    dve:   acc1_1 after d1_1  reads DP1, AFF[b], OLD1[b]  writes NEW1[b]  cost 637300 interval 533300
    # Scatter.
    pool:  dg_s   after st1@b-2  reads TOK[b]  writes DS[b]  cost 1300000 interval 1200000
    dma_o: st0    after acc0_1, dg_s  reads DS[b], NEW0[b]  writes OUT  cost 2012300 interval 712300 transfer 712300
    dma_o: st1    after acc1_1  reads DS[b], NEW1[b]  writes OUT  cost 2012300 interval 712300 transfer 712300
  }
  # Retires after all products of this expert.
  pe: mark cost 25000 interval 0
}
