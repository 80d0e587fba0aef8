# A loader that runs ahead of its consumer by different trip counts on each engine
# SPDX-License-Identifier: Apache-2.0
#
# In each step the loader may load more or fewer tiles than the engine uses; only the sums must agree in the end. A
# dependency counts: the n-th `use` waits for the n-th `load`, whatever steps they fall in. Try
#   --trips step=3 --trips tile@dma=3,1,2 --trips tile@pe=2,2,2      completes
#   --trips step=3 --trips tile@dma=1,1,1 --trips tile@pe=2,2,2      deadlock: the loader ends too early
program prefetch
engine dma pe

loop step trips dynamic {
  loop tile trips divergent {
    dma: load
    pe:  use after load
  }
}
