# Program 10: finished sibling
# SPDX-License-Identifier: Apache-2.0
#
# L is finished when c starts, so all its iterations count, not all but the last: counting one less is early.
#
# RUN: %counterpoint run %s --trips L=1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=1 --expect \
# RUN:     completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=1 --expect \
# RUN:   differs | \
# RUN:   FileCheck %s --check-prefix BARRIER
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=1 --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-engine, sum form
# RUN: %counterpoint run %s --against %S/inputs/10_wrong.cp --schedule random --repeat 40 --trips L=1 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# BARRIER: outcome: differs reason=late
# WRONG: outcome: differs reason=early
program p10
engine e0 e1

loop L trips dynamic {
  e0: a
}
e0: p
e1: c after p
