# Program 09: empty trip and a total
# SPDX-License-Identifier: Apache-2.0
#
# The second trip of L is empty. A total over the engine asks for the a of that iteration, which c does not
# need.
#
# RUN: %counterpoint run %s --trips S=2 --trips L=1,0 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips S=2 --trips L=1,0 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips S=2 --trips L=1,0 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips S=2 --trips L=1,0 \
# RUN:   --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-engine, snapshot form
# RUN: %counterpoint run %s --against %S/inputs/09_wrong.cp --schedule random --repeat 40 --trips S=2 \
# RUN:   --trips L=1,0 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# WRONG: outcome: differs reason=late
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=1,0 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=1,0 --by all | \
# RUN:   FileCheck %s --check-prefix BASELINE || exit 1; done
# BASELINE: verdict: refines by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --trips L=1,0 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %counterpoint check %s %S/inputs/09_wrong.cp --trips S=2 --trips L=1,0 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: refines by=order+explore
program p09
engine e0 e1

loop S trips dynamic {
  loop L trips dynamic {
    e0: p
  }
  e0: a
  e1: c after p
}
