# B11: a consumer in an inner loop that releases once per inner iteration
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS, its regression samples on nested loops; the faulty form is the source page's own. The outer
# reload must wait for the last inner read, so the token is one per outer iteration. The program also orders a load
# after the one before (one buffer, two writes); without that, `as_reported.cp`, the chain of tokens orders the loads of
# an empty inner loop more than it must.
# RUN: split-file %s %t

# Released in the inner loop.
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --trips j=1 --by all --exact | \
# RUN:   FileCheck %s --check-prefix ONCE
# ONCE: verdict: equivalent by=explore
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --trips j=2 --by all | \
# RUN:   FileCheck %s --check-prefix TWICE
# TWICE: issue ld
# TWICE: retire ld
# TWICE: issue st
# TWICE: retire st
# TWICE: issue ld
# TWICE: The program does not allow its last step: M stands at issue of ld and waits for retirements of st >= 2
# TWICE: verdict: unsafe reason=early-issue by=explore
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --trips j=0,1 --by all --expect deadlock

# Released after it.
# RUN: for k in 1 2 2,0,1 0,1; do \
# RUN:   %counterpoint check %t/program.cp %t/repaired.cp --trips i=3 --trips j=$k --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=explore
# RUN: %counterpoint check %t/as_reported.cp %t/repaired.cp --trips i=3 --trips j=2,0,1 --by all | \
# RUN:   FileCheck %s --check-prefix LOADS
# LOADS: verdict: refines by=explore
# RUN: %counterpoint check %t/repaired.cp --trips i=3 --trips j=2,0,1 --expect clean

#--- program.cp
program nested_reload
engine M O
loop i trips dynamic {
  M: ld  after st@i-1, ld@i-1
  loop j trips dynamic {
    O: st  after ld
  }
}
#--- as_reported.cp
program nested_reload
engine M O
loop i trips dynamic {
  M: ld  after st@i-1
  loop j trips dynamic {
    O: st  after ld
  }
}
#--- faulty.cp
implementation nested_reload
engine M O
semaphore r w
O: signal w += 1
loop i trips dynamic {
  M: ld  take w >= 1  signal r += 1
  O: take r >= 1
  loop j trips dynamic {
    O: st  signal w += 1
  }
}
#--- repaired.cp
implementation nested_reload
engine M O
semaphore r w
O: signal w += 1
loop i trips dynamic {
  M: ld  take w >= 1  signal r += 1
  O: take r >= 1
  loop j trips dynamic {
    O: st
  }
  O: signal w += 1 at retire
}
