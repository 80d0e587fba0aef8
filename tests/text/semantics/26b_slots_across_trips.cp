# Program 26b: slots across trips
# SPDX-License-Identifier: Apache-2.0
#
# One dependency more, on everything mm did up to the end of the iteration of Q before, closes the gap.
#
# RUN: %counterpoint run %s --trips Q=2 --trips S=3 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=2 --trips S=3 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips Q=2 --trips S=3 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=2 --trips S=3 \
# RUN:   --expect completed
# BARRIER: outcome: differs reason=late
program p26b
engine e0 e1
buffer tile slots 2

loop Q trips dynamic {
  loop S trips dynamic {
    e0: ld after mm@S-2, mm@Q-1@*  writes tile[S]
    e1: mm after ld                reads tile[S]
  }
}
