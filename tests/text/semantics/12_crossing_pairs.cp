# Program 12: crossing pairs
# SPDX-License-Identifier: Apache-2.0
#
# Each engine's first instruction waits for the other's second.
#
# RUN: %counterpoint run %s --trips L=2 --expect deadlock
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=2 --expect \
# RUN:     deadlock || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=2 --expect \
# RUN:   deadlock
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=2 --expect deadlock
# RUN: %counterpoint run %s --against %S/inputs/12_wrong.cp --schedule random --repeat 40 --trips L=2 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=2 --by all | FileCheck %s --check-prefix EXACT \
# RUN:   || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=2 --by all | FileCheck %s --check-prefix BASELINE \
# RUN:   || exit 1; done
# BASELINE: verdict: equivalent by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=2 --by all | FileCheck %s --check-prefix PAPER \
# RUN:   || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/12_wrong.cp --trips L=2 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
program p12
engine e0 e1

loop L trips dynamic {
  e0: c after q
  e0: p
  e1: d after p
  e1: q
}
