# Attention where each block of queries looks at one block of keys more than the one before
# SPDX-License-Identifier: Apache-2.0
#
# The n-th trip of kv has n iterations: give that as a list, --trips q=4 --trips kv=1,2,3,4. The text is the same for
# every list. Distances on kv reach back within one trip of kv only; `@*` covers the start of the next one.
program causal_attention
unit ps
engine dma_q dma_k pe act dve inorder
buffer query slots 1
buffer keys slots 2
buffer score slots 1
buffer weight slots 1
buffer out slots 1

loop q trips dynamic {
  dma_q: load_q  after qk@q-1@*                  writes query                        cost 2000
  dve:   clear   after store@q-1                 writes out                          cost 200
  loop kv trips dynamic {
    dma_k: load_k  after qk@kv-2, qk@q-1@*       writes keys[kv]                     cost 1800
    pe:    qk      after load_q, load_k, softmax@kv-1, softmax@q-1@*
                                                 reads query, keys[kv] writes score  cost 900
    act:   softmax after qk, pv@kv-1, pv@q-1@*   reads score writes weight           cost 1100
    dve:   pv      after softmax, clear          reads weight, out writes out        cost 700
  }
  dma_q: store   after pv, clear                 reads out                           cost 1000
}
