# Program 14a: count in the future
# SPDX-License-Identifier: Apache-2.0
#
# How often p will run is not known when c starts: no counter can hold it.
#
# RUN: %counterpoint run %s --trips S=2 --trips L=2 --expect completed
# RUN: for s in per-instruction per-loop per-engine barrier auto; do %counterpoint alloc %s --scheme $s \
# RUN:   --expect refused || exit 1; done
# RUN: %counterpoint alloc %s --extensions none --expect refused
program p14a
engine e0 e1

loop S trips dynamic {
  e1: c after p
  loop L trips dynamic {
    e0: p
  }
}
