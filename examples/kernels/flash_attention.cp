# FlashAttention, forward, keys and values resident (kernel K2)
# SPDX-License-Identifier: Apache-2.0
#
# Blocks of 128 queries by steps of 2048 keys; a step is four sub-tiles of 512 keys. The tensor engine multiplies
# and transposes, the vector engine takes row maxima and rescales the output, the scalar engine exponentiates and
# copies, the pool engine keeps the running sum.
#
# All keys and values (up to 8192) are loaded once before the loops; the two last loads stand for all eight, since
# a queue retires in order. Both loops are dynamic: one text serves every sequence length and, with a list of
# counts for kv, a causal mask. kv may not exceed the four slots of K and V.
program flash_attention
unit ps
engine pe act pool dve dma_q dma_k dma_v dma_o inorder
buffer K slots 4
buffer V slots 4
buffer Q slots 1
buffer M slots 2
buffer L slots 1
buffer Oacc slots 1
buffer S0 slots 1
buffer S1 slots 1
buffer S2 slots 1
buffer S3 slots 1
buffer RM slots 1
buffer AL slots 2
buffer P0 slots 1
buffer RS slots 2
buffer P1 slots 1
buffer P2 slots 1
buffer P3 slots 1
buffer PTp0 slots 1
buffer PT0 slots 1
buffer PTp1 slots 1
buffer PT1 slots 1
buffer PT2 slots 1
buffer PT3 slots 1
buffer PVp slots 1
buffer RL slots 1
buffer Of slots 2

dma_k: ld_k0 writes K[0]  cost 2724700 interval 1424700 transfer 1424700
dma_k: ld_k1 writes K[1]  cost 2724700 interval 1424700 transfer 1424700
dma_k: ld_k2 writes K[2]  cost 2724700 interval 1424700 transfer 1424700
dma_k: ld_k3 writes K[3]  cost 2724700 interval 1424700 transfer 1424700
dma_v: ld_v0 writes V[0]  cost 2724700 interval 1424700 transfer 1424700
dma_v: ld_v1 writes V[1]  cost 2724700 interval 1424700 transfer 1424700
dma_v: ld_v2 writes V[2]  cost 2724700 interval 1424700 transfer 1424700
dma_v: ld_v3 writes V[3]  cost 2724700 interval 1424700 transfer 1424700
loop q trips dynamic {
  # The queries are single buffered: wait for the last scores of the block before, in the loop below
  # (distance 1).
  dma_q: ld_q after qk3@q-1  writes Q  cost 1389000 interval 89000 transfer 89000
  # The running maximum, sum and output of this block.
  dve:   init after o_fin@q-1  writes M[0], L, Oacc  cost 239400 interval 135400
  loop kv trips dynamic {
    # Scores of four sub-tiles. Four waits are enough for sixteen accesses: the engines run in order.
    pe:   qk0   after ld_q, ld_k3  reads Q, K[kv]  writes S0  cost 380300 interval 213300
    pe:   qk1   reads Q, K[kv]  writes S1  cost 380300 interval 213300
    pe:   qk2   reads Q, K[kv]  writes S2  cost 380300 interval 213300
    pe:   qk3   reads Q, K[kv]  writes S3  cost 380300 interval 213300
    # Row maxima, then the new running maximum in the other slot of M.
    dve:  rmax0 after qk0  reads S0  writes RM  cost 637300 interval 533300
    dve:  rmax1 after qk1  reads S1  writes RM  cost 637300 interval 533300
    dve:  rmax2 after qk2  reads S2  writes RM  cost 637300 interval 533300
    dve:  rmax3 after qk3  reads S3  writes RM  cost 637300 interval 533300
    dve:  nmax  reads RM, M[kv]  writes M[kv+1]  cost 170700 interval 66700
    # The factor that rescales what was summed so far; its slot was last read two steps ago.
    act:  alpha after nmax, upd_l@kv-2  reads M[kv], M[kv+1]  writes AL[kv]  cost 196300 interval 53300
    # Probabilities and their row sums.
    act:  exp0  reads S0, M[kv+1]  writes P0, RS[kv]  cost 622700 interval 479700
    act:  exp1  reads S1, M[kv+1]  writes P1, RS[kv]  cost 622700 interval 479700
    act:  exp2  reads S2, M[kv+1]  writes P2, RS[kv]  cost 622700 interval 479700
    act:  exp3  reads S3, M[kv+1]  writes P3, RS[kv]  cost 622700 interval 479700
    pool: upd_l after exp3  reads L, AL[kv], RS[kv]  writes L  cost 228300 interval 128300
    # Transposes in two accumulators, and their copies back: a ping-pong between two engines.
    pe:   tr0   after exp0  reads P0  writes PTp0  cost 220300 interval 53300
    pe:   tr1   reads P0  writes PTp0  cost 220300 interval 53300
    pe:   tr2   reads P0  writes PTp0  cost 220300 interval 53300
    pe:   tr3   reads P0  writes PTp0  cost 220300 interval 53300
    act:  cp0   after tr3  reads PTp0  writes PT0  cost 569700 interval 426700
    pe:   tr4   after exp1  reads P1  writes PTp1  cost 220300 interval 53300
    pe:   tr5   reads P1  writes PTp1  cost 220300 interval 53300
    pe:   tr6   reads P1  writes PTp1  cost 220300 interval 53300
    pe:   tr7   reads P1  writes PTp1  cost 220300 interval 53300
    act:  cp1   after tr7  reads PTp1  writes PT1  cost 569700 interval 426700
    pe:   tr8   after cp0  reads P2  writes PTp0  cost 220300 interval 53300
    pe:   tr9   reads P2  writes PTp0  cost 220300 interval 53300
    pe:   tr10  reads P2  writes PTp0  cost 220300 interval 53300
    pe:   tr11  reads P2  writes PTp0  cost 220300 interval 53300
    act:  cp2   after tr11  reads PTp0  writes PT2  cost 569700 interval 426700
    pe:   tr12  after cp1  reads P3  writes PTp1  cost 220300 interval 53300
    pe:   tr13  reads P3  writes PTp1  cost 220300 interval 53300
    pe:   tr14  reads P3  writes PTp1  cost 220300 interval 53300
    pe:   tr15  reads P3  writes PTp1  cost 220300 interval 53300
    act:  cp3   after tr15  reads PTp1  writes PT3  cost 569700 interval 426700
    # Probabilities times values, sixteen products into one accumulator.
    pe:   pv0   after ld_v3  reads PT0, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv1   reads PT0, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv2   reads PT0, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv3   reads PT0, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv4   reads PT1, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv5   reads PT1, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv6   reads PT1, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv7   reads PT1, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv8   after cp2  reads PT2, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv9   reads PT2, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv10  reads PT2, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv11  reads PT2, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv12  after cp3  reads PT3, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv13  reads PT3, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv14  reads PT3, V[kv]  writes PVp  cost 220300 interval 53300
    pe:   pv15  reads PT3, V[kv]  writes PVp  cost 220300 interval 53300
    # Rescale the output and add this step.
    dve:  upd_o after pv15  reads Oacc, AL[kv], PVp  writes Oacc  cost 370700 interval 266700
  }
  # The division by the sum comes once, after the last step of this block of queries.
  dve:   recip after upd_l  reads L  writes RL  cost 170700 interval 66700
  act:   o_fin after recip, st_o@q-2  reads Oacc, RL  writes Of[q]  cost 249700 interval 106700
  dma_o: st_o  after o_fin  reads Of[q]  cost 1389000 interval 89000 transfer 89000
}
