# Program 02: no trip and an earlier instruction
# SPDX-License-Identifier: Apache-2.0
#
# Nothing is owed by L, but a total over the whole engine also counts w, which c does not need.
#
# RUN: %counterpoint run %s --trips L=0 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=0 --expect \
# RUN:     completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=0 --expect \
# RUN:   differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=0 --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-engine, snapshot form
# RUN: %counterpoint run %s --against %S/inputs/02_wrong.cp --schedule random --repeat 40 --trips L=0 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# WRONG: outcome: differs reason=late
program p02
engine e0 e1

e0: w
loop L trips dynamic {
  e0: p
}
e1: c after p
