# Program 08: consumer counted by its own total
# SPDX-License-Identifier: Apache-2.0
#
# c is itself counted on its engine: a total that includes the iteration it stands in never comes about.
#
# RUN: %counterpoint run %s --trips L=1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=1 --expect \
# RUN:     completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier -o %t.barrier.cp
# RUN: %counterpoint run %s --against %t.barrier.cp --schedule random --repeat 40 --trips L=1 --expect \
# RUN:   completed
# RUN: %counterpoint alloc %s --extensions none -o %t.none.cp
# RUN: %counterpoint run %s --against %t.none.cp --schedule random --repeat 40 --trips L=1 --expect completed
# RUN: %counterpoint alloc %s --scheme per-engine -v -o %t.cp | FileCheck %s --check-prefix ENGINE
# ENGINE: c <- p per-engine, snapshot form
# RUN: %counterpoint run %s --against %S/inputs/08_wrong.cp --schedule random --repeat 40 --trips L=1 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=stuck
program p08
engine e0

e0: p
loop L trips dynamic {
  e0: c after p
}
