# B09: the counter of the loop for a channel that moves only in a branch
# SPDX-License-Identifier: Apache-2.0
#
# facebookexperimental/triton pull request 55. Slot and phase advance in every iteration, the channel only when the
# branch is taken. A phase with one arriver is a pair of semaphores: [1] is the parity of the phases that are over, [0]
# its complement. `q` is what the phase is derived from, `a` counts the arrivals that happen.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --trips c=1 --by all --exact | \
# RUN:   FileCheck %s --check-prefix TAKEN
# TAKEN: verdict: equivalent by=explore

# Not taken at first: the consumer's wait passes at once.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --trips c=0,1 --by all | \
# RUN:   FileCheck %s --check-prefix FIRST
# FIRST: 1 step:
# FIRST: issue u
# FIRST: The program does not allow its last step: C stands at issue of u and waits for retirements of l >= 1
# FIRST: verdict: unsafe reason=early-issue by=explore

# Not taken in the middle: both.
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --trips c=1,0,1 --by all --expect unsafe
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --trips c=1,0,1 --property deadlock \
# RUN:   --expect deadlock

# Counted in the branch.
# RUN: for c in 1 0 0,1 1,0,1 0,1,0,1; do \
# RUN:   %counterpoint check %t/program.cp %t/repaired.cp --trips i=4 --trips c=$c --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=explore

#--- program.cp
program branch_channel
engine P C
loop i trips dynamic {
  if c {
    P: l  after u@i-1
    C: u  after l
  }
}
#--- faulty.cp
implementation branch_channel
engine P C
semaphore F[2] E[2]
loop i trips dynamic {
  P: q := n
  P: n := n + 1
  C: q := n
  C: n := n + 1
  if c {
    P: free := q mod 2
    P: a := a + 1
    P: on := a mod 2
    P: off := 1 - on
    P: l  wait E[1] == free  signal F[on] := 1, F[off] := 0
    C: full := q + 1
    C: full := full mod 2
    C: a := a + 1
    C: on := a mod 2
    C: off := 1 - on
    C: u  wait F[1] == full  signal E[on] := 1, E[off] := 0
  }
}
#--- repaired.cp
implementation branch_channel
engine P C
semaphore F[2] E[2]
loop i trips dynamic {
  if c {
    P: q := a
    P: free := q mod 2
    P: a := a + 1
    P: on := a mod 2
    P: off := 1 - on
    P: l  wait E[1] == free  signal F[on] := 1, F[off] := 0
    C: q := a
    C: full := q + 1
    C: full := full mod 2
    C: a := a + 1
    C: on := a mod 2
    C: off := 1 - on
    C: u  wait F[1] == full  signal E[on] := 1, E[off] := 0
  }
}
