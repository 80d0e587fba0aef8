# Program 23b: strengthening against the order
# SPDX-License-Identifier: Apache-2.0
#
# Waiting for all of the iteration before would wait for y of its second iteration, which waits for w, behind
# the loop.
#
# RUN: %counterpoint run %s --trips L=2 --trips M=2,1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=2 --trips M=2,1 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=2 --trips M=2,1 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix NONE
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: y <- w per-loop
# ENGINE: q <- p per-engine, sum form
# RUN: %counterpoint run %s --against %S/inputs/23b_wrong.cp --schedule random --repeat 40 --trips L=2 \
# RUN:   --trips M=2,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# NONE: outcome: differs reason=stuck
# WRONG: outcome: differs reason=stuck
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=2 --trips M=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %expect-exit 10 %counterpoint check %s %t.checked.cp --trips L=2 --trips M=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: deadlock reason=stuck by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/23b_wrong.cp --trips L=2 --trips M=2,1 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: deadlock reason=stuck by=order+explore
# RUN: %counterpoint explain %s | FileCheck %s --check-prefix CLASS
# CLASS: q <- p@L-1 {{ *}}two-level
program p23b
engine e0 e1

loop L trips dynamic {
  loop M trips dynamic {
    e0: p
    e0: y after w
    e1: q after p@L-1
  }
}
e1: w
