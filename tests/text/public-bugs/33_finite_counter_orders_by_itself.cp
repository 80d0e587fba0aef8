# B33: a counter that can hold only so many outstanding operations orders them by itself
# SPDX-License-Identifier: Apache-2.0
#
# ROCm/rocm-systems pull request 10926 (open). A checker reported a missing wait that the hardware cannot lack, since
# issue stalls when too many are outstanding. The capacity is 2 here; it is the window of the machine.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/no_wait.cp --window 2 --by all --exact | \
# RUN:   FileCheck %s --check-prefix WINDOW
# WINDOW: verdict: equivalent by=order+explore {{.*}}window=2
# RUN: for w in 0 4; do %expect-exit 10 %counterpoint check %t/program.cp %t/no_wait.cp --window $w --by all | \
# RUN:   FileCheck %s --check-prefix RACE || exit 1; done
# RACE: 4 steps:
# RACE: issue l0
# RACE: issue l1
# RACE: issue l2
# RACE: issue use
# RACE: verdict: unsafe reason=early-issue by=order+explore
# RUN: %counterpoint check %t/program.cp %t/wait.cp --by all --exact --expect equivalent
# RUN: %counterpoint check %t/program.cp %t/wait.cp --window 2 --by all --exact --expect equivalent

#--- program.cp
program finite_counter
engine L
L: l0
L: l1
L: l2
L: use  after l0
#--- no_wait.cp
implementation finite_counter
engine L
L: l0
L: l1
L: l2
L: use
#--- wait.cp
implementation finite_counter
engine L
semaphore s
L: l0   signal s += 1
L: l1
L: l2
L: use  wait s >= 1
