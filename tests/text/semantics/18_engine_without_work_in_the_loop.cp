# Program 18: engine without work in the loop
# SPDX-License-Identifier: Apache-2.0
#
# e1 has nothing to do in L, yet it must count its iterations.
#
# RUN: %counterpoint run %s --trips S=2 --trips L=2,1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips S=2 --trips L=2,1 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips S=2 --trips L=2,1 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips S=2 --trips L=2,1 \
# RUN:   --expect completed
# RUN: %counterpoint alloc %s | FileCheck %s --check-prefix COUNT
# COUNT: loop L trips
# COUNT-NEXT: e1: r_L := r_L + 1
# RUN: %counterpoint run %s --against %S/inputs/18_wrong.cp --schedule random --repeat 40 --trips S=2 \
# RUN:   --trips L=2,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix BASELINE || exit 1; done
# BASELINE: verdict: refines by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/18_wrong.cp --trips S=2 --trips L=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
program p18
engine e0 e1

loop S trips dynamic {
  loop L trips dynamic {
    e0: p
  }
  e1: c after p
}
