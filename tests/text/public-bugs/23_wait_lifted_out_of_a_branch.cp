# B23: a wait lifted out of a branch, its set left inside
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 1149, as the reporter reads it. In an iteration that does not take the branch a token is
# taken for nothing.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --trips c=1 --by all --exact | \
# RUN:   FileCheck %s --check-prefix TAKEN
# TAKEN: verdict: equivalent by=explore
# RUN: for c in 0,1 1,0,1 0; do \
# RUN:   %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --trips c=$c --by all | \
# RUN:   FileCheck %s --check-prefix STUCK || exit 1; done
# STUCK: M {{ *}}a stand-alone wait in i={{[0-9]+}} {{ *}}waits for e >= 1, it is 0
# STUCK: verdict: deadlock reason=stuck by=explore

# RUN: for c in 1 0 0,1 1,0,1; do \
# RUN:   %counterpoint check %t/program.cp %t/repaired.cp --trips i=3 --trips c=$c --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=explore

#--- program.cp
program lifted_wait
engine M V
loop i trips dynamic {
  if c {
    M: ld  after u@i-1
    V: u   after ld
  }
}
#--- faulty.cp
implementation lifted_wait
engine M V
semaphore g e
V: signal e += 1
loop i trips dynamic {
  M: take e >= 1
  if c {
    M: ld               signal g += 1
    V: u  take g >= 1   signal e += 1
  }
}
#--- repaired.cp
implementation lifted_wait
engine M V
semaphore g e
V: signal e += 1
loop i trips dynamic {
  if c {
    M: ld  take e >= 1  signal g += 1
    V: u   take g >= 1  signal e += 1
  }
}
