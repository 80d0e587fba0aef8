# What the proof does not cover is refused by name, and refuted all the same if it is wrong
# SPDX-License-Identifier: Apache-2.0
#
# Elements chosen by a register, updates at issue, waits by ==, fences, and semaphores that go down.
#
# RUN: split-file %s %t
#
# RUN: for i in at_issue down; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/at_issue.cp --trips kv=1 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/down.cp --trips kv=3 --expect unsafe > /dev/null
#
# RUN: for i in equal; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect \
# RUN:   deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/equal.cp --trips kv=2 --expect deadlock > /dev/null
#
# RUN: %expect-exit 5 %counterpoint certify %t/program.cp %t/by_register.cp | FileCheck %s --check-prefix=BY_REGISTER
# BY_REGISTER: not covered by the proof: an element of 'm' is chosen by a register
# BY_REGISTER: verdict: undecided reason=construct
# RUN: %expect-exit 5 %counterpoint certify %t/program.cp %t/fenced.cp | FileCheck %s --check-prefix=FENCED
# FENCED: not covered by the proof: a fence of engine 'dma'
# FENCED: verdict: undecided reason=construct

#--- program.cp
program refused
engine dma pe
loop kv trips dynamic {
  dma: load after mul@kv-2
  pe: mul after load
}
#--- by_register.cp
implementation refused
engine dma pe
semaphore l m[2]
loop kv trips dynamic {
  dma: i := i + 1
  dma: slot := i mod 2
  dma: w := i - 1
  dma: w := w div 2
  pe: i := i + 1
  pe: slot := i mod 2
  dma: load wait m[slot] >= w signal l += 1
  pe: mul wait l >= i signal m[slot] += 1
}
#--- at_issue.cp
implementation refused
engine dma pe
semaphore l m
loop kv trips dynamic {
  dma: i := i + 1
  dma: w := i - 2
  pe: i := i + 1
  dma: load wait m >= w signal l += 1 at issue
  pe: mul wait l >= i signal m += 1
}
#--- equal.cp
implementation refused
engine dma pe
semaphore l m
loop kv trips dynamic {
  dma: i := i + 1
  dma: w := i - 2
  pe: i := i + 1
  dma: load wait m >= w signal l += 1
  pe: mul wait l == i signal m += 1
}
#--- fenced.cp
implementation refused
engine dma pe
semaphore l m
loop kv trips dynamic {
  dma: i := i + 1
  dma: w := i - 2
  pe: i := i + 1
  dma: load wait m >= w signal l += 1
  dma: fence
  pe: mul wait l >= i signal m += 1
}
#--- down.cp
implementation refused
engine dma pe
semaphore l m = 2
loop kv trips dynamic {
  pe: i := i + 1
  dma: load wait m >= 1 signal l += 1, m -= 1
  pe: mul wait l >= i signal m += 1
}
