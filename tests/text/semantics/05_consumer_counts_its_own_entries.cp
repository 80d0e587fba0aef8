# Program 05: consumer counts its own entries
# SPDX-License-Identifier: Apache-2.0
#
# c in the second iteration of Q needs two retirements of p, although three will run.
#
# RUN: %counterpoint run %s --trips Q=2 --trips L@e0=2,1 --trips L@e1=1,1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=2 --trips L@e0=2,1 \
# RUN:     --trips L@e1=1,1 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=2 --trips L@e0=2,1 \
# RUN:   --trips L@e1=1,1 --expect completed
# RUN: %counterpoint run %s --against %S/inputs/05_wrong.cp --schedule random --repeat 40 --trips Q=2 \
# RUN:   --trips L@e0=2,1 --trips L@e1=1,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=late
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips L@e0=2,1 --trips L@e1=1,1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips L@e0=2,1 --trips L@e1=1,1 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %counterpoint check %s %S/inputs/05_wrong.cp --trips Q=2 --trips L@e0=2,1 --trips L@e1=1,1 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: refines by=order+explore
program p05
engine e0 e1

loop Q trips dynamic {
  loop L trips divergent {
    e0: p
  }
  e1: c after p
}
