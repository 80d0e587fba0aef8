# B41: a guard on the load and none on the wait
# SPDX-License-Identifier: Apache-2.0
#
# NVIDIA/Fuser pull request 4524. The tail of a split that does not divide evenly loads nothing, and the consumer waits
# for it. The guard is a conditional that is taken in the first n iterations.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --trips inside=1 --by all --exact | \
# RUN:   FileCheck %s --check-prefix RIGHT
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --trips inside=1,0 --by all | \
# RUN:   FileCheck %s --check-prefix STUCK
# STUCK: C {{ *}}issue of u in i=2 {{ *}}waits for F >= 2
# STUCK: verdict: deadlock reason=stuck by=order+explore

# RUN: for i in 1 1,0 1,1,0 0; do \
# RUN:   %counterpoint check %t/program.cp %t/repaired.cp --trips i=4 --trips inside=$i --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; done
# RIGHT: verdict: equivalent by=order+explore

#--- program.cp
program guarded_load
engine D C
loop i trips dynamic {
  if inside {
    D: l
  }
  C: u  after l
}
#--- faulty.cp
implementation guarded_load
engine D C
semaphore F
loop i trips dynamic {
  C: n := n + 1
  if inside {
    D: l  signal F += 1
  }
  C: u  wait F >= n
}
#--- repaired.cp
implementation guarded_load
engine D C
semaphore F
loop i trips dynamic {
  if inside {
    D: l  signal F += 1
    C: n := n + 1
    C: wait F >= n
  }
  C: u
}
