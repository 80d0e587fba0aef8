# Program 12: crossing pairs
# SPDX-License-Identifier: Apache-2.0
#
# Each engine's first instruction waits for the other's second.
#
# RUN: %counterpoint run %s --trips L=2 --expect deadlock
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=2 --expect \
# RUN:     deadlock || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=2 --expect \
# RUN:   deadlock
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=2 --expect deadlock
# RUN: %counterpoint run %s --against %S/inputs/12_wrong.cp --schedule random --repeat 40 --trips L=2 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
program p12
engine e0 e1

loop L trips dynamic {
  e0: c after q
  e0: p
  e1: d after p
  e1: q
}
