# Program 08: consumer counted by its own total
# SPDX-License-Identifier: Apache-2.0
#
# c is itself counted on its engine: a total that includes the iteration it stands in never comes about.
#
# RUN: %counterpoint run %s --trips L=1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=1 --expect \
# RUN:     completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=1 --expect \
# RUN:   completed
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=1 --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-engine, snapshot form
# RUN: %counterpoint run %s --against %S/inputs/08_wrong.cp --schedule random --repeat 40 --trips L=1 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=stuck
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=1 --by all | FileCheck %s --check-prefix EXACT \
# RUN:   || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=1 --by all | FileCheck %s --check-prefix BASELINE \
# RUN:   || exit 1; done
# BASELINE: verdict: equivalent by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=1 --by all | FileCheck %s --check-prefix PAPER \
# RUN:   || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/08_wrong.cp --trips L=1 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: deadlock reason=stuck by=order+explore
program p08
engine e0

e0: p
loop L trips dynamic {
  e0: c after p
}
