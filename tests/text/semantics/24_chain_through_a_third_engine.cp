# Program 24: chain through a third engine
# SPDX-License-Identifier: Apache-2.0
#
# c waits for q and q for the p before, so c's own wait for that p looks redundant. With divergent trips it is
# not.
#
# RUN: %counterpoint run %s --trips Q=2 --trips S@e0=2 --trips S@e1=1,3 --trips S@e2=2 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips Q=2 --trips S@e0=2 \
# RUN:     --trips S@e1=1,3 --trips S@e2=2 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips Q=2 --trips S@e0=2 \
# RUN:   --trips S@e1=1,3 --trips S@e2=2 --expect completed
# RUN: %counterpoint alloc %s | FileCheck %s --check-prefix BOTH
# BOTH: e2: c wait s_S_e1 >= {{.*}}, s_S_e0 >=
# RUN: %counterpoint run %s --against %S/inputs/24_wrong.cp --schedule random --repeat 40 --trips Q=2 \
# RUN:   --trips S@e0=2 --trips S@e1=1,3 --trips S@e2=2 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && %counterpoint check %s %t.checked.cp \
# RUN:   --trips Q=2 --trips S@e0=2 --trips S@e1=1,3 --trips S@e2=2 --by all | FileCheck %s --check-prefix EXACT \
# RUN:   || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp \
# RUN:   --trips Q=2 --trips S@e0=2 --trips S@e1=1,3 --trips S@e2=2 --by all | FileCheck %s --check-prefix PAPER \
# RUN:   || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/24_wrong.cp \
# RUN:   --trips Q=2 --trips S@e0=2 --trips S@e1=1,3 --trips S@e2=2 --by all | FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
program p24
engine e0 e1 e2

loop Q trips dynamic {
  loop S trips divergent {
    e0: p
    e1: q after p@S-1
    e2: c after q, p@S-1
  }
}
