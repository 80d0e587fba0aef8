# Program 17: distance as long as the trip
# SPDX-License-Identifier: Apache-2.0
#
# Two iterations back in trips of two: it never waits.
#
# RUN: %counterpoint run %s --trips Q=3 --trips S=2 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=3 --trips S=2 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips Q=3 --trips S=2 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=3 --trips S=2 \
# RUN:   --expect completed
# RUN: %counterpoint run %s --against %S/inputs/17_wrong.cp --schedule random --repeat 40 --trips Q=3 \
# RUN:   --trips S=2 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# WRONG: outcome: differs reason=late
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=3 --trips S=2 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=3 --trips S=2 --by all | \
# RUN:   FileCheck %s --check-prefix BASELINE || exit 1; done
# BASELINE: verdict: refines by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=3 --trips S=2 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %counterpoint check %s %S/inputs/17_wrong.cp --trips Q=3 --trips S=2 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: refines by=order+explore
program p17
engine e0 e1

loop Q trips dynamic {
  loop S trips dynamic {
    e0: p
    e1: c after p@S-2
  }
}
