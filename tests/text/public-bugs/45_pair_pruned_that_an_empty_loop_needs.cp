# B45: a pair pruned because an inner pair covers it, which an empty loop does not
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS pull requests 627 and 653. That the outer pair is redundant was confirmed; the empty loop is the
# source page's own.
# RUN: split-file %s %t

# RUN: for n in 1 2; do %counterpoint check %t/program.cp %t/pruned.cp --trips k=$n --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; done
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/pruned.cp --trips k=0 --by all | \
# RUN:   FileCheck %s --check-prefix EMPTY
# EMPTY: 1 step:
# EMPTY: issue c
# EMPTY: The program does not allow its last step: V stands at issue of c and waits for retirements of p >= 1
# EMPTY: verdict: unsafe reason=early-issue by=explore

# RUN: for n in 0 1 2; do %counterpoint check %t/program.cp %t/kept.cp --trips k=$n --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; done
# RIGHT: verdict: equivalent by=explore

#--- program.cp
program pruned_pair
engine M V
M: p
loop k trips dynamic {
  M: q
  V: x  after q
}
V: c  after p
#--- pruned.cp
implementation pruned_pair
engine M V
semaphore i
M: p
loop k trips dynamic {
  M: q                signal i += 1
  V: x  take i >= 1
}
V: c
#--- kept.cp
implementation pruned_pair
engine M V
semaphore o i
M: p                  signal o += 1
loop k trips dynamic {
  M: q                signal i += 1
  V: x  take i >= 1
}
V: c  take o >= 1
