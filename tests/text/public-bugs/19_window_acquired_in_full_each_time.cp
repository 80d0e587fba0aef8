# B19: a sliding window that is acquired in full in every iteration
# SPDX-License-Identifier: Apache-2.0
#
# Xilinx/mlir-aie issue 2463 and pull request 3144. Acquiring two each time takes two more, though one is still held.
# The first item is a statement of its own, `p0`, so that iteration i makes item i + 1 of just enough items.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=1 --by all --exact | FileCheck %s --check-prefix ONCE
# ONCE: verdict: equivalent by=explore
# RUN: for n in 2 3; do %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix STUCK || exit 1; done
# STUCK: C {{ *}}issue of c in i={{[23]}} {{ *}}waits for full >= 2
# STUCK: verdict: deadlock reason=stuck by=explore

# With any number of items it is stuck: five are made, the sixth finds no place, and C has one of the two it wants.
# RUN: %expect-exit 10 %counterpoint check %t/more_items.cp --trips i=3 --trips j=9 | FileCheck %s --check-prefix MORE
# MORE: P {{ *}}issue of p in j=6 {{ *}}waits for free >= 1, it is 0
# MORE: C {{ *}}issue of c in i=3 {{ *}}waits for full >= 2, it is 1
# MORE: verdict: deadlock reason=stuck by=explore

# Two at first, then one.
# RUN: for n in 0 1 2 3 4; do %counterpoint check %t/program.cp %t/repaired.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=explore

#--- program.cp
program sliding_window
engine P C
P: p0
loop i trips dynamic {
  P: p  after c@i-2
  C: c  after p0, p@i-1, p
}
#--- faulty.cp
implementation sliding_window
engine P C
semaphore free = 3 full
P: p0  take free >= 1  signal full += 1
loop i trips dynamic {
  P: p  take free >= 1  signal full += 1
  C: c  take full >= 2  signal free += 1
}
#--- more_items.cp
implementation sliding_window_of_many
engine P C
semaphore free = 3 full
loop j trips dynamic {
  P: p  take free >= 1  signal full += 1
}
loop i trips dynamic {
  C: c  take full >= 2  signal free += 1
}
#--- repaired.cp
implementation sliding_window
engine P C
semaphore free = 3 full
P: p0  take free >= 1  signal full += 1
loop i trips dynamic {
  P: p  take free >= 1  signal full += 1
  C: n := n + 1
  C: more := gt(n, 1)
  C: more := 2 - more
  C: c  take full >= more  signal free += 1
}
