# B39: a mailbox that is reused without the acknowledgement of all its readers
# SPDX-License-Identifier: Apache-2.0
#
# NVlabs/cuda-oxide pull request 1066; tile-ai/tilelang issue 2613, where one of two groups is waited for.
# RUN: split-file %s %t

# RUN: for f in none one; do \
# RUN:   %counterpoint check %t/program.cp %t/$f.cp --trips i=1 --by all --exact --expect equivalent || exit 1; done
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/none.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix NONE
# NONE: 2 steps:
# NONE: issue w
# NONE: issue w
# NONE: verdict: unsafe reason=early-issue by=order+explore
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/one.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix ONE
# ONE: issue w
# ONE: retire w
# ONE: issue a
# ONE: retire a
# ONE: issue w
# ONE: The program does not allow its last step: P stands at issue of w and waits for retirements of b >= 1
# ONE: verdict: unsafe reason=early-issue by=order+explore

# One count for both: sound, since each reader is held by R.
# RUN: for n in 1 2 3; do %counterpoint check %t/program.cp %t/both.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix BOTH || exit 1; done
# BOTH: verdict: equivalent by=explore

#--- program.cp
program mailbox
engine P A B
loop i trips dynamic {
  P: w  after a@i-1, b@i-1
  A: a  after w
  B: b  after w
}
#--- none.cp
implementation mailbox
engine P A B
semaphore R
loop i trips dynamic {
  P: w  signal R += 1
  A: n := n + 1
  B: n := n + 1
  A: a  wait R >= n
  B: b  wait R >= n
}
#--- one.cp
implementation mailbox
engine P A B
semaphore R K
loop i trips dynamic {
  P: before := n
  P: n := n + 1
  P: w  wait K >= before  signal R += 1
  A: n := n + 1
  B: n := n + 1
  A: a  wait R >= n       signal K += 1
  B: b  wait R >= n
}
#--- both.cp
implementation mailbox
engine P A B
semaphore R K
loop i trips dynamic {
  P: before := n * 2
  P: n := n + 1
  P: w  wait K >= before  signal R += 1
  A: n := n + 1
  B: n := n + 1
  A: a  wait R >= n       signal K += 1
  B: b  wait R >= n       signal K += 1
}
