# Program 27: empty loop
# SPDX-License-Identifier: Apache-2.0
#
# With one barrier after each iteration and none before the loop, the two blocks would fall between the same
# barriers.
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
# RUN: %counterpoint alloc %s --scheme barrier | FileCheck %s --check-prefix BEFORE
# BEFORE: e1: i0
# BEFORE-NEXT: barrier reset
# BEFORE-NEXT: loop L trips
# RUN: %counterpoint run %s --against %S/inputs/27_wrong.cp --schedule random --repeat 40 --trips L=0 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
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
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/27_wrong.cp --trips L=0 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
program p27
engine e1

e1: i0
loop L trips dynamic {
}
e1: i1 after i0
