# Program 06: divergent loop before the producer
# SPDX-License-Identifier: Apache-2.0
#
# What ran on the producer's engine is not known on the consumer's: one counter per engine would release c
# early.
#
# RUN: %counterpoint run %s --trips L@e0=1 --trips L@e1=0 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L@e0=1 --trips \
# RUN:     L@e1=0 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L@e0=1 --trips \
# RUN:   L@e1=0 --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-loop
# RUN: %counterpoint run %s --against %S/inputs/06_wrong.cp --schedule random --repeat 40 --trips L@e0=1 \
# RUN:   --trips L@e1=0 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L@e0=1 --trips L@e1=0 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L@e0=1 --trips L@e1=0 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/06_wrong.cp --trips L@e0=1 --trips L@e1=0 --by all | \
# RUN:   FileCheck %s --check-prefix FAULT
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/06_wrong_snapshot.cp \
# RUN:   --trips L@e0=1 --trips L@e1=0 --by all | FileCheck %s --check-prefix FAULT
# FAULT: verdict: unsafe reason=early-issue by=order+explore
program p06
engine e0 e1

loop L trips divergent {
  e0: a
}
e0: p
e1: c after p
