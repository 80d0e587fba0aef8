# Program 14b: constant count in the future
# SPDX-License-Identifier: Apache-2.0
#
# The same with a number: two retirements for each iteration of S.
#
# RUN: %counterpoint run %s --trips S=2 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips S=2 --expect \
# RUN:     completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none --expect refused
# RUN: %counterpoint alloc %s | FileCheck %s --check-prefix TWICE
# TWICE: [[W:w[0-9]*]] := r_S * 2
# TWICE-NEXT: e1: c wait s_L_e0 >= [[W]]
# RUN: %counterpoint run %s --against %S/inputs/14b_wrong.cp --schedule random --repeat 40 --trips S=2 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips S=2 --by all | FileCheck %s --check-prefix EXACT \
# RUN:   || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none --expect refused || exit 1; done
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/14b_wrong.cp --trips S=2 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
# RUN: %counterpoint explain %s | FileCheck %s --check-prefix CLASS
# CLASS: c <- p {{ *}}static
program p14b
engine e0 e1

loop S trips dynamic {
  e1: c after p
  loop L trips 2 {
    e0: p
  }
}
