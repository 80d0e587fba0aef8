# B37: a library call with hidden engines and hidden event ids
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 706 and pull request 721. A "put" reads memory before the store ahead of it is done, and it
# uses an event id inside that the caller uses too. Its parts are written out: `rd` and `wr`, or `stage` and `nx` around
# the `put` of the other engine.
# RUN: split-file %s %t

# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --by all | FileCheck %s --check-prefix RACE
# RACE: 1 step:
# RACE: issue rd
# RACE: verdict: unsafe reason=early-issue by=explore
# RUN: %counterpoint check %t/program.cp %t/repaired.cp --by all --exact | FileCheck %s --check-prefix RIGHT
# RIGHT: verdict: equivalent by=explore

# RUN: %expect-exit 10 %counterpoint check %t/ids.cp %t/same_id.cp --by all | FileCheck %s --check-prefix IDS
# IDS: issue st
# IDS: retire st
# IDS: issue nx
# IDS: The program does not allow its last step: M stands at issue of nx and waits for retirements of put >= 1
# IDS: verdict: unsafe reason=early-issue by=explore
# RUN: %counterpoint check %t/ids.cp %t/another_id.cp --by all --exact | FileCheck %s --check-prefix RIGHT

#--- program.cp
program hidden_engines
engine O M
O: st
M: rd  after st
O: wr  after rd
#--- faulty.cp
implementation hidden_engines
engine O M
semaphore h
O: st
M: rd                signal h += 1
O: wr  take h >= 1
#--- repaired.cp
implementation hidden_engines
engine O M
semaphore s h
O: st                signal s += 1
M: rd  take s >= 1   signal h += 1
O: wr  take h >= 1
#--- ids.cp
program hidden_ids
engine O M
O: st
O: put
M: stage
M: nx  after put
M: rd  after st
#--- same_id.cp
implementation hidden_ids
engine O M
semaphore e0
O: st   signal e0 += 1
O: put  signal e0 += 1
M: stage
M: nx   take e0 >= 1
M: rd   take e0 >= 1
#--- another_id.cp
implementation hidden_ids
engine O M
semaphore e0 e1
O: st   signal e1 += 1
O: put  signal e0 += 1
M: stage
M: nx   take e0 >= 1
M: rd   take e1 >= 1
