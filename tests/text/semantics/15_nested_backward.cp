# Program 15: nested backward
# SPDX-License-Identifier: Apache-2.0
#
# c at the first iteration of each trip of S is free; later it waits for what L did so far.
#
# RUN: %counterpoint run %s --trips Q=2 --trips S=2 --trips L=2,0,1,2 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=2 --trips S=2 \
# RUN:     --trips L=2,0,1,2 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips Q=2 --trips S=2 \
# RUN:   --trips L=2,0,1,2 --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=2 --trips S=2 \
# RUN:   --trips L=2,0,1,2 --expect completed
# RUN: %counterpoint run %s --against %S/inputs/15_wrong.cp --schedule random --repeat 40 --trips Q=2 \
# RUN:   --trips S=2 --trips L=2,0,1,2 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips S=2 --trips L=2,0,1,2 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips S=2 --trips L=2,0,1,2 --by all | \
# RUN:   FileCheck %s --check-prefix BASELINE || exit 1; done
# BASELINE: verdict: refines by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips S=2 --trips L=2,0,1,2 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/15_wrong.cp \
# RUN:   --trips Q=2 --trips S=2 --trips L=2,0,1,2 --by all | FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
# RUN: %counterpoint explain %s | FileCheck %s --check-prefix CLASS
# CLASS: c <- p@S-1 {{ *}}nested-backward
program p15
engine e0 e1

loop Q trips dynamic {
  loop S trips dynamic {
    e1: c after p@S-1
    loop L trips dynamic {
      e0: p
    }
  }
}
