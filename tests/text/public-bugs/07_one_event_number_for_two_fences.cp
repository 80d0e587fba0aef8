# B07: one event number for two fences that overlap
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 823, cause disputed. If the hardware tells events apart by source and number only, a long
# fence O to V and one from O to M inside it share a flag; by source, destination and number they do not. Both are
# written down here: one flag or two. A flag of the language faults when it is set twice; hardware that loses the
# second set is a semaphore that is written, `:= 1`.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/with_destination.cp --by all --exact | FileCheck %s --check-prefix RIGHT
# RIGHT: verdict: equivalent by=explore

# The second set is a fault, or M takes what was meant for V.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/shared.cp --by all | FileCheck %s --check-prefix SHARED
# SHARED: verdict: unsafe reason={{early-issue|double-set}} by=explore
# RUN: %expect-exit 10 %counterpoint check %t/shared.cp | FileCheck %s --check-prefix TWICE
# TWICE: verdict: unsafe reason=double-set by=explore

# The second set is lost: a race, and a deadlock.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/lost.cp --by all | FileCheck %s --check-prefix RACE
# RACE: issue ld
# RACE-NEXT: --trace
# RACE: The program does not allow its last step: M stands at issue of ld and waits for retirements of st1 >= 1
# RACE: verdict: unsafe reason=early-issue by=explore
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/lost.cp --property deadlock | \
# RUN:   FileCheck %s --check-prefix LOST
# LOST: {{M|V}} {{ *}}issue of {{ld|v}} {{ *}}waits for e2 >= 1, it is 0
# LOST: verdict: deadlock reason=stuck by=explore {{.*}}property=deadlock

#--- program.cp
program two_fences
engine O M V
O: st0
O: st1
M: ld  after st1
V: v   after st0
#--- with_destination.cp
implementation two_fences
engine O M V
flag e2_V e2_M
O: st0  signal e2_V += 1
O: st1  signal e2_M += 1
M: ld   take e2_M >= 1
V: v    take e2_V >= 1
#--- shared.cp
implementation two_fences
engine O M V
flag e2
O: st0  signal e2 += 1
O: st1  signal e2 += 1
M: ld   take e2 >= 1
V: v    take e2 >= 1
#--- lost.cp
implementation two_fences
engine O M V
semaphore e2
O: st0  signal e2 := 1
O: st1  signal e2 := 1
M: ld   take e2 >= 1
V: v    take e2 >= 1
