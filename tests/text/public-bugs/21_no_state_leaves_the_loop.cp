# B21: no state leaves a loop, so a later consumer does not see its last instance
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 564 and pull request 567. A fix for empty loops dropped the wait for what a loop did last.
# The threshold is the trip count, counted by the engine that waits.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=0 --by all --exact | FileCheck %s --check-prefix NONE
# NONE: verdict: equivalent by=order+explore
# RUN: for n in 1 2; do %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix RACE || exit 1; done
# RACE: 2 steps:
# RACE: issue ldA
# RACE: issue ldB
# RACE: The program does not allow its last step: M stands at issue of ldB and waits for retirements of mv >=
# RACE: verdict: unsafe reason=early-issue by=order+explore

# RUN: for n in 0 1 2 3; do %counterpoint check %t/program.cp %t/repaired.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=order+explore

#--- program.cp
program after_the_loop
engine M L
M: ldA
loop i trips dynamic {
  L: mv  after ldA
}
M: ldB  after mv
#--- faulty.cp
implementation after_the_loop
engine M L
semaphore F R
M: ldA  signal F += 1
loop i trips dynamic {
  L: mv  wait F >= 1  signal R += 1
}
M: ldB
#--- repaired.cp
implementation after_the_loop
engine M L
semaphore F R
M: ldA  signal F += 1
loop i trips dynamic {
  M: n := n + 1
  L: mv  wait F >= 1  signal R += 1
}
M: ldB  wait R >= n
