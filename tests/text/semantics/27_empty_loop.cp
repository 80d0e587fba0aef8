# Program 27: empty loop
# SPDX-License-Identifier: Apache-2.0
#
# With one barrier after each iteration and none before the loop, the two blocks would fall between the same
# barriers.
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
# RUN: %counterpoint alloc %s --scheme barrier | FileCheck %s --check-prefix BEFORE
# BEFORE: e1: i0
# BEFORE-NEXT: barrier reset
# BEFORE-NEXT: loop L trips
# RUN: %counterpoint run %s --against %S/inputs/27_wrong.cp --schedule random --repeat 40 --trips L=0 \
# RUN:   --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
program p27
engine e1

e1: i0
loop L trips dynamic {
}
e1: i1 after i0
