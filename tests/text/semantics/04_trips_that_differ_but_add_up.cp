# Program 04: trips that differ but add up
# SPDX-License-Identifier: Apache-2.0
#
# The guard is cumulative: four entries on each engine in all. A barrier at Q waits for ever.
#
# RUN: %counterpoint run %s --trips Q=2 --trips L@e0=1,3 --trips L@e1=2,2 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=2 --trips L@e0=1,3 \
# RUN:     --trips L@e1=2,2 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=2 --trips L@e0=1,3 \
# RUN:   --trips L@e1=2,2 --expect completed
# RUN: %counterpoint run %s --against %S/inputs/04_wrong.cp --schedule random --repeat 40 --trips Q=2 \
# RUN:   --trips L@e0=1,3 --trips L@e1=2,2 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=stuck
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips L@e0=1,3 --trips L@e1=2,2 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips Q=2 --trips L@e0=1,3 --trips L@e1=2,2 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/04_wrong.cp \
# RUN:   --trips Q=2 --trips L@e0=1,3 --trips L@e1=2,2 --by all | FileCheck %s --check-prefix FAULT
# FAULT: verdict: deadlock reason=stuck by=order+explore
program p04
engine e0 e1

loop Q trips dynamic {
  loop L trips divergent {
    e0: p
    e1: c after p
  }
}
