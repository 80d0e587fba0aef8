# B17: a wait that looks redundant on the first visit of a loop
# SPDX-License-Identifier: Apache-2.0
#
# llvm/llvm-project pull request 220357 (AMDGPU). The wait was judged before the back edge showed the write; it is void
# in the first iteration only. `flush` is the fence instruction of the report.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=1 --by all --exact | FileCheck %s --check-prefix ONCE
# ONCE: verdict: equivalent by=order+explore
# RUN: for n in 2 3; do %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix RACE || exit 1; done
# RACE: 2 steps:
# RACE: issue flush
# RACE: issue flush
# RACE: The program does not allow its last step: W stands at issue of flush and waits for retirements of st >= 1
# RACE: verdict: unsafe reason=early-issue by=order+explore

# RUN: for n in 0 1 2 3; do %counterpoint check %t/program.cp %t/repaired.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=order+explore

#--- program.cp
program soft_wait
engine W D
loop i trips dynamic {
  W: flush  after st@i-1
  D: st     after flush
}
#--- faulty.cp
implementation soft_wait
engine W D
semaphore iss ST
loop i trips dynamic {
  W: flush  signal iss += 1
  D: n := n + 1
  D: st     wait iss >= n  signal ST += 1
}
#--- repaired.cp
implementation soft_wait
engine W D
semaphore iss ST
loop i trips dynamic {
  W: before := n
  W: n := n + 1
  W: flush  wait ST >= before  signal iss += 1
  D: n := n + 1
  D: st     wait iss >= n  signal ST += 1
}
