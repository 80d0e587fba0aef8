# Program 26a: slots of one trip
# SPDX-License-Identifier: Apache-2.0
#
# Two slots and a distance of two protect one trip of S; at the start of the next nothing does.
#
# RUN: %counterpoint run %s --trips Q=2 --trips S=3 --expect racy
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=2 --trips S=3 \
# RUN:     --expect racy || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips Q=2 --trips S=3 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=2 --trips S=3 \
# RUN:   --expect racy
# BARRIER: outcome: differs reason=late
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips S=3 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips S=3 --by all | \
# RUN:   FileCheck %s --check-prefix BASELINE || exit 1; done
# BASELINE: verdict: refines by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips S=3 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
program p26a
engine e0 e1
buffer tile slots 2

loop Q trips dynamic {
  loop S trips dynamic {
    e0: ld after mm@S-2  writes tile[S]
    e1: mm after ld      reads tile[S]
  }
}
