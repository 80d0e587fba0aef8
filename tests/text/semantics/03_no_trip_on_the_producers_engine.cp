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
program p03
engine e0 e1

loop L trips divergent {
  e0: p
  e1: c after p
}
