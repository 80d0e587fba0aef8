# Program 23c: strengthening under divergent trips
# SPDX-License-Identifier: Apache-2.0
#
# Waiting for all of the iteration before would wait for three retirements of p; there are only two.
#
# RUN: %counterpoint run %s --trips L=2 --trips M@e0=1 --trips M@e1=3,1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=2 --trips M@e0=1 \
# RUN:     --trips M@e1=3,1 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none --expect refused
# RUN: %counterpoint run %s --against %S/inputs/23c_wrong.cp --schedule random --repeat 40 --trips L=2 \
# RUN:   --trips M@e0=1 --trips M@e1=3,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=stuck
#
# What check says of every allocation, by every engine that decides it:
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   for o in "--count all" "--count producers" "--optimize 0"; do \
# RUN:   %counterpoint alloc %s --scheme $s $o -q -o %t.checked.cp && \
# RUN:   %counterpoint check %s %t.checked.cp --trips L=2 --trips M@e0=1 --trips M@e1=3,1 --by all | \
# RUN:   FileCheck %s --check-prefix EXACT || exit 1; done; done
# EXACT: verdict: equivalent by=order+explore
# RUN: %counterpoint alloc %s --scheme barrier-lean --expect refused
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s --extensions none --expect refused || exit 1; done
# RUN: %expect-exit 10 %counterpoint check %s %S/inputs/23c_wrong.cp \
# RUN:   --trips L=2 --trips M@e0=1 --trips M@e1=3,1 --by all | FileCheck %s --check-prefix FAULT
# FAULT: verdict: deadlock reason=stuck by=order+explore
# RUN: %counterpoint explain %s | FileCheck %s --check-prefix CLASS
# CLASS: c <- p@L-1 {{ *}}two-level
program p23c
engine e0 e1

loop L trips dynamic {
  loop M trips divergent {
    e0: p
    e1: c after p@L-1
  }
}
