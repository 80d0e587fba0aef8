# Program 01: no trip and a later instruction
# SPDX-License-Identifier: Apache-2.0
#
# The loop never runs, so nothing is owed. The threshold of c is then below zero: a signed comparison is needed.
#
# RUN: %counterpoint run %s --trips L=0 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=0 --expect \
# RUN:     completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=0 --expect \
# RUN:   completed
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=0 --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-engine, sum form
# RUN: %counterpoint alloc %s -o %t.cp
# RUN: %counterpoint run %t.cp --trips L=0 --expect completed
# RUN: %counterpoint run %t.cp --trips L=0 --compare unsigned --expect deadlock
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=0 --by all | FileCheck %s --check-prefix EXACT \
# RUN:   || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: for s in barrier barrier-lean; do %counterpoint alloc %s --scheme $s -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=0 --by all | FileCheck %s --check-prefix BASELINE \
# RUN:   || exit 1; done
# BASELINE: verdict: equivalent by=order+explore
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=0 --by all | FileCheck %s --check-prefix PAPER \
# RUN:   || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s -q -o %t.checked.cp
# RUN: %expect-exit 10 %counterpoint check %s %t.checked.cp --trips L=0 --compare unsigned | \
# RUN:   FileCheck %s --check-prefix UNSIGNED
# UNSIGNED: verdict: deadlock reason=stuck by=explore {{.*}}compare=unsigned
program p01
engine e0 e1

loop L trips dynamic {
  e0: p
  e0: x
}
e1: c after p
