# Attention over blocks of queries, as in the description of the language
# SPDX-License-Identifier: Apache-2.0
program flash_attention
unit ps
engine dma0 dma1 pe act dve
buffer k_tile slots 2

loop q trips 16 {
  dma0: load_q                 after qk@q-1@*             cost 2000
  loop kv trips dynamic {
    dma1: load_k               after qk@kv-2, qk@q-1@*    cost 1800 writes k_tile[kv]
    pe:   qk                   after load_q, load_k       reads k_tile[kv]
    act:  exp                  after qk
    if causal {
      dve: mask                after exp
    }
    pe:   pv                   after exp, mask
  }
  act:  scale                  after pv
  dma0: store                  after scale
}
