# Program 03: no trip on the producer's engine
# SPDX-License-Identifier: Apache-2.0
#
# The guard counts on the consumer's engine: one entry there, no retirement ever. Both machines stop at the same
# place.
#
# RUN: %counterpoint run %s --trips L@e0=0 --trips L@e1=1 --expect deadlock
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L@e0=0 --trips \
# RUN:     L@e1=1 --expect deadlock || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L@e0=0 --trips \
# RUN:   L@e1=1 --expect deadlock
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L@e0=0 --trips L@e1=1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L@e0=0 --trips L@e1=1 --by all | \
# RUN:   FileCheck %s --check-prefix PAPER || exit 1; done
# PAPER: verdict: equivalent by=order+explore
program p03
engine e0 e1

loop L trips divergent {
  e0: p
  e1: c after p
}
