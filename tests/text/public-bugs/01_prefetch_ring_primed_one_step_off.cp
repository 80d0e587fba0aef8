# B01: a prefetch ring whose tokens are primed and drained one step off
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 1519. Slot 0 is filled before the loop and iteration i fills slot (i+1) mod 2, but the
# entry and exit tokens are those of a plain rotation: wrong data for an even trip count, a hang for an odd one.
# The distance is 1, although the ring has two slots. The drains at the end are instructions, `freed` and `drained`,
# so that the program can say what they wait for.
# RUN: split-file %s %t

# No iteration: nothing is wrong yet.
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=0 --by all --exact --expect equivalent

# Even: a load takes the token that was primed for a slot still to be read.
# RUN: for n in 2 4; do %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix EVEN || exit 1; done
# EVEN: A shortest schedule of the implementation that shows it
# EVEN: issue ldP
# EVEN: issue ld
# EVEN: issue ld
# EVEN: The program does not allow its last step: M stands at issue of ld and waits for retirements of use >= 1
# EVEN: verdict: unsafe reason=early-issue by=explore
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --property deadlock --expect clean

# Odd: both engines end in a take that nobody serves; from three iterations on the race is there, too.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=1 --by all | \
# RUN:   FileCheck %s --check-prefix ODD
# ODD-DAG: M {{ *}}issue of freed
# ODD-DAG: V {{ *}}issue of drained
# ODD: verdict: deadlock reason=stuck by=explore
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --by all --expect unsafe
# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips i=3 --property deadlock --expect deadlock

# RUN: for n in 0 1 2 3 4; do %counterpoint check %t/program.cp %t/repaired.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=explore
# RUN: %counterpoint check %t/repaired.cp --trips i=4 | FileCheck %s --check-prefix ALONE
# ALONE: verdict: clean
# ALONE-NOT: left=

#--- program.cp
program prefetch_ring
engine M V
M: ldP
loop i trips dynamic {
  M: ld   after use@i-1
  V: use  after ldP, ld@i-1
}
M: freed    after use
V: drained  after ldP, ld
#--- faulty.cp
implementation prefetch_ring
engine M V
semaphore p f[2] g[2]  # f: a slot is free, g: a slot is full
V: signal f[0] += 1, f[1] += 1
M: signal g[0] += 1, g[1] += 1
M: ldP  signal p += 1
V: take p >= 1
loop i trips dynamic {
  M: n := n + 1
  M: slot := n mod 2
  M: ld   take f[slot] >= 1  signal g[slot] += 1
  V: slot := n mod 2
  V: n := n + 1
  V: use  take g[slot] >= 1  signal f[slot] += 1
}
M: freed    take f[0] >= 1, f[1] >= 1
V: drained  take g[0] >= 1, g[1] >= 1
#--- repaired.cp
implementation prefetch_ring
engine M V
semaphore p f[2] g[2]
V: signal f[1] += 1
M: signal g[0] += 1
M: ldP  signal p += 1
V: take p >= 1
loop i trips dynamic {
  M: n := n + 1
  M: slot := n mod 2
  M: ld   take f[slot] >= 1  signal g[slot] += 1
  V: slot := n mod 2
  V: n := n + 1
  V: use  take g[slot] >= 1  signal f[slot] += 1
}
M: last := n - 1
M: last := last mod 2
V: last := n mod 2
M: freed    take f[last] >= 1
V: drained  take g[last] >= 1
