# Program 13: backward at distance zero
# SPDX-License-Identifier: Apache-2.0
#
# c waits for an instruction that the text has later in the same iteration, on another engine: fine for counters
# of the loop, too early for a total over the engine, impossible for one engine at a time and so for the
# baseline.
#
# RUN: %counterpoint run %s --trips S=2 --trips L=1,2 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips S=2 --trips L=1,2 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips S=2 --trips L=1,2 \
# RUN:   --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-loop
# RUN: %counterpoint run %s --against %S/inputs/13_wrong.cp --schedule random --repeat 40 --trips S=2 \
# RUN:   --trips L=1,2 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=1,2 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=1,2 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/13_wrong.cp --trips S=2 --trips L=1,2 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
program p13
engine e0 e1

loop S trips dynamic {
  e1: c after p
  loop L trips dynamic {
    e0: a
  }
  e0: p
}
