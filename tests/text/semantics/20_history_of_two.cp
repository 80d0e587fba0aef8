# Program 20: history of two
# SPDX-License-Identifier: Apache-2.0
#
# Two iterations back of a nested producer: the count as it was is kept in two registers.
#
# RUN: %counterpoint run %s --trips S=4 --trips L=2,0,1,1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips S=4 --trips \
# RUN:     L=2,0,1,1 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips S=4 --trips \
# RUN:   L=2,0,1,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips S=4 --trips \
# RUN:   L=2,0,1,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix NONE
# RUN: %counterpoint alloc %s | FileCheck %s --check-prefix HISTORY
# HISTORY: e1: [[H1:h1[A-Z_a-z]*]] := [[H0:h0[A-Z_a-z]*]]
# HISTORY-NEXT: e1: [[H0]] := r_L
# HISTORY-NEXT: e1: c wait s_L_e0 >= [[H1]]
# HISTORY-NEXT: loop L trips
# RUN: %counterpoint run %s --against %S/inputs/20_wrong.cp --schedule random --repeat 40 --trips S=4 \
# RUN:   --trips L=2,0,1,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# NONE: outcome: differs reason=late
# WRONG: outcome: differs reason=late
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=4 --trips L=2,0,1,1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=4 --trips L=2,0,1,1 --by all | \
# RUN:   FileCheck %s --check-prefix BASELINE || exit 1; done
# BASELINE: verdict: refines by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=4 --trips L=2,0,1,1 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: refines by=order+explore
# RUN: %counterpoint check %s %S/inputs/20_wrong.cp --trips S=4 --trips L=2,0,1,1 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: refines by=order+explore
# RUN: %counterpoint explain %s | FileCheck %s --check-prefix CLASS
# CLASS: c <- p@S-2 {{ *}}history
program p20
engine e0 e1

loop S trips dynamic {
  e1: c after p@S-2
  loop L trips dynamic {
    e0: p
  }
}
