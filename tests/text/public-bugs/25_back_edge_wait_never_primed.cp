# B25: a wait on the back edge that is never primed, or whose token is left over
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 428 and pull request 444. Unprimed it hangs in the first iteration; primed but not drained a
# token is left, a fault for the next kernel. The drain is an instruction, `last`, in a program of its own. Two kernels
# in a row are a loop around, with a barrier between them.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/unprimed.cp --trips i=0 --by all --exact --expect equivalent
# RUN: for n in 1 2; do %expect-exit 10 %counterpoint check %t/program.cp %t/unprimed.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix UNPRIMED || exit 1; done
# UNPRIMED: L {{ *}}issue of mv in i=1 {{ *}}waits for e >= 1, it is 0
# UNPRIMED: T {{ *}}issue of mm in i=1 {{ *}}waits for g >= 1, it is 0
# UNPRIMED: verdict: deadlock reason=stuck by=explore

# Primed, not drained: safe, and a token is left.
# RUN: for n in 0 1 2; do %counterpoint check %t/program.cp %t/undrained.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; \
# RUN:   %counterpoint check %t/undrained.cp --trips i=$n | FileCheck %s --check-prefix LEFT || exit 1; done
# RIGHT: verdict: equivalent by=explore
# LEFT: verdict: clean by=explore {{.*}}left=e:1

# Primed and drained: none is left.
# RUN: for n in 0 1 2; do %counterpoint check %t/drained_program.cp %t/drained.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; \
# RUN:   %counterpoint check %t/drained.cp --trips i=$n | FileCheck %s --check-prefix NONE || exit 1; done
# NONE: verdict: clean by=explore
# NONE-NOT: left=

# Run twice with a one-bit flag.
# RUN: for n in 0 2; do %expect-exit 10 %counterpoint check %t/undrained_twice.cp --trips i=$n | \
# RUN:   FileCheck %s --check-prefix TWICE || exit 1; \
# RUN:   %counterpoint check %t/drained_twice.cp --trips i=$n | FileCheck %s --check-prefix NONE || exit 1; done
# TWICE: verdict: unsafe reason=double-set by=explore

#--- program.cp
program back_edge
engine L T
loop i trips dynamic {
  L: mv  after mm@i-1
  T: mm  after mv
}
#--- drained_program.cp
program back_edge
engine L T
loop i trips dynamic {
  L: mv  after mm@i-1
  T: mm  after mv
}
L: last  after mm
#--- unprimed.cp
implementation back_edge
engine L T
semaphore g e
loop i trips dynamic {
  L: mv  take e >= 1  signal g += 1
  T: mm  take g >= 1  signal e += 1
}
#--- undrained.cp
implementation back_edge
engine L T
semaphore g e
T: signal e += 1
loop i trips dynamic {
  L: mv  take e >= 1  signal g += 1
  T: mm  take g >= 1  signal e += 1
}
#--- drained.cp
implementation back_edge
engine L T
semaphore g e
T: signal e += 1
loop i trips dynamic {
  L: mv  take e >= 1  signal g += 1
  T: mm  take g >= 1  signal e += 1
}
L: last  take e >= 1
#--- undrained_twice.cp
implementation two_kernels
engine L T
flag g e
loop kernel trips 2 {
  T: signal e += 1
  loop i trips dynamic {
    L: mv  take e >= 1  signal g += 1
    T: mm  take g >= 1  signal e += 1
  }
  barrier
}
#--- drained_twice.cp
implementation two_kernels
engine L T
flag g e
loop kernel trips 2 {
  T: signal e += 1
  loop i trips dynamic {
    L: mv  take e >= 1  signal g += 1
    T: mm  take g >= 1  signal e += 1
  }
  L: last  take e >= 1
  barrier
}
