# B15: a counted lock does not say who arrived
# SPDX-License-Identifier: Apache-2.0
#
# Xilinx/mlir-air pull requests 1714, 1049 and 2014. A reader waits for two arrivals, but both may come from one writer.
# In 2014 the count says "one more" while the reader always looks at the same slot of the ring; the two loads of a pair
# are two instructions here, `d0` into slot 0 and `d1` into slot 1.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=1 --by all --exact | FileCheck %s --check-prefix ONCE
# ONCE: verdict: equivalent by=explore
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix RACE
# RACE: issue [[X:a|b]]
# RACE: issue [[X]]
# RACE: The program does not allow its last step: {{A|B}} stands at issue of [[X]] and waits for retirements of r >= 1
# RACE: verdict: unsafe reason=early-issue by=explore

# A chain of locks from one to the next orders the writers, too: exact for a program that does, late for one that does
# not.
# RUN: for n in 1 2 3; do %counterpoint check %t/chained_program.cp %t/chain.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix CHAIN || exit 1; done
# CHAIN: verdict: equivalent by=explore
# RUN: %counterpoint check %t/program.cp %t/chain.cp --trips i=2 --by all | FileCheck %s --check-prefix LATE
# LATE: verdict: refines by=explore
# RUN: %counterpoint check %t/chain.cp --trips i=2 --expect clean

# RUN: %counterpoint check %t/ring_program.cp %t/ring_faulty.cp --trips i=1 --by all --exact --expect equivalent
# RUN: %expect-exit 10 %counterpoint check %t/ring_program.cp %t/ring_faulty.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix RING
# RING: issue k
# RING: issue k
# RING: The program does not allow its last step: K stands at issue of k and waits for retirements of d0 >= 2
# RING: verdict: unsafe reason=early-issue by=order+explore
# RUN: for n in 1 2 3; do \
# RUN:   %counterpoint check %t/ring_program.cp %t/ring_repaired.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=order+explore

#--- program.cp
program counted_lock
engine A B R
loop i trips dynamic {
  A: a  after r@i-1
  B: b  after r@i-1
  R: r  after a, b
}
#--- chained_program.cp
program counted_lock
engine A B R
loop i trips dynamic {
  A: a  after r@i-1
  B: b  after a
  R: r  after b
}
#--- faulty.cp
implementation counted_lock
engine A B R
semaphore cap = 2 full
loop i trips dynamic {
  A: a  take cap >= 1   signal full += 1
  B: b  take cap >= 1   signal full += 1
  R: r  take full >= 2  signal cap += 2
}
#--- chain.cp
implementation counted_lock
engine A B R
semaphore cap = 1 half full
loop i trips dynamic {
  A: a  take cap >= 1   signal half += 1
  B: b  take half >= 1  signal full += 1
  R: r  take full >= 1  signal cap += 1
}
#--- ring_program.cp
program same_slot
engine D K
loop i trips dynamic {
  D: d0
  D: d1
  K: k  after d0
}
#--- ring_faulty.cp
implementation same_slot
engine D K
semaphore f
loop i trips dynamic {
  D: d0  signal f += 1
  D: d1  signal f += 1
  K: n := n + 1
  K: k   wait f >= n
}
#--- ring_repaired.cp
implementation same_slot
engine D K
semaphore f
loop i trips dynamic {
  D: d0  signal f += 1
  D: d1  signal f += 1
  K: n := n + 1
  K: w := n * 2
  K: w := w - 1
  K: k   wait f >= w
}
