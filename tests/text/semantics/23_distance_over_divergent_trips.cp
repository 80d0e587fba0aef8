# Program 23: distance over divergent trips
# SPDX-License-Identifier: Apache-2.0
#
# Under divergent trips a barrier at L lets c go before p has run as often as c's engine counts.
#
# RUN: %counterpoint run %s --trips L=2 --trips M@e0=0,2 --trips M@e1=1,1 --expect completed
# RUN: for s in per-instruction per-loop per-engine auto; do \
# RUN:   %counterpoint alloc %s --scheme $s -o %t.$s.cp && \
# RUN:   %counterpoint run %s --against %t.$s.cp --schedule random --repeat 40 --trips L=2 --trips M@e0=0,2 \
# RUN:     --trips M@e1=1,1 --expect completed || exit 1; done
# RUN: %counterpoint alloc %s --scheme barrier --expect refused
# RUN: %counterpoint alloc %s --extensions none --expect refused
# RUN: %counterpoint run %s --against %S/inputs/23_wrong.cp --schedule random --repeat 40 --trips L=2 \
# RUN:   --trips M@e0=0,2 --trips M@e1=1,1 --expect differs | \
# RUN:   FileCheck %s --check-prefix WRONG
# WRONG: outcome: differs reason=early
program p23
engine e0 e1

loop L trips dynamic {
  loop M trips divergent {
    e0: p
  }
  e1: c after p@L-1
}
