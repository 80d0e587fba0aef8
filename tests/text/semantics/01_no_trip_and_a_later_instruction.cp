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
program p01
engine e0 e1

loop L trips dynamic {
  e0: p
  e0: x
}
e1: c after p
