# Program 22: against the order of the text
# SPDX-License-Identifier: Apache-2.0
#
# c waits for what comes after its loop on the other engine. A barrier in L would make that engine wait for c.
#
# RUN: %counterpoint run %s --trips L=2 --trips M=1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=2 --trips M=1 \
# RUN:     --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=2 --trips M=1 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix NONE
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-loop
# ENGINE: q <- c per-engine, sum form
# RUN: %counterpoint run %s --against %S/inputs/22_wrong.cp --schedule random --repeat 40 --trips L=2 \
# RUN:   --trips M=1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# NONE: outcome: differs reason=stuck
# WRONG: outcome: differs reason=stuck
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=2 --trips M=1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %expect-exit 10 %counterpoint check %s %t.checked.cp --trips L=2 --trips M=1 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: deadlock reason=stuck by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/22_wrong.cp --trips L=2 --trips M=1 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: deadlock reason=stuck by=order+explore
# RUN: %counterpoint explain %s | FileCheck %s --check-prefix CLASS
# CLASS: q <- c@L-1@M-1 {{ *}}two-level
program p22
engine e0 e1

loop L trips dynamic {
  loop M trips dynamic {
    e0: c after p
    e1: q after c@L-1@M-1
  }
}
e1: p
