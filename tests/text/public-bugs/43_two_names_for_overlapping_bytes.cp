# B43: two names for overlapping bytes
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 934 and pull request 935. The second result is written where the first is still being
# stored. The two names are one buffer here, and v1 stands after st in the text, since it is st that must read first;
# without the second dependency `deps` says that it is missing. The engine of v0 and v1 commits in order.
# RUN: split-file %s %t

# RUN: %counterpoint deps %t/two_names.cp | FileCheck %s --check-prefix MISSING
# MISSING: missing {{ *}}anti {{ *}}v1 after st {{ *}}st reads bytes, v1 writes bytes
# RUN: %counterpoint deps %t/program.cp | FileCheck %s --check-prefix GIVEN
# GIVEN: 0 missing

# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --by all | FileCheck %s --check-prefix RACE
# RACE: 2 steps:
# RACE: issue v0
# RACE: issue v1
# RACE: The program does not allow its last step: V stands at issue of v1 and waits for retirements of st >= 1
# RACE: verdict: unsafe reason=early-issue by=explore
# RUN: %counterpoint check %t/program.cp %t/repaired.cp --by all --exact | FileCheck %s --check-prefix RIGHT
# RIGHT: verdict: equivalent by=explore

#--- program.cp
program overlap
engine V inorder
engine O
buffer bytes slots 1
V: v0            writes bytes
O: st  after v0  reads bytes
V: v1  after st  writes bytes
#--- two_names.cp
program overlap
engine V inorder
engine O
buffer bytes slots 1
V: v0            writes bytes
O: st  after v0  reads bytes
V: v1            writes bytes
#--- faulty.cp
implementation overlap
engine V O
flag g
V: v0               signal g += 1
V: v1
O: st  take g >= 1
#--- repaired.cp
implementation overlap
engine V O
flag g h
V: v0               signal g += 1
V: v1  take h >= 1
O: st  take g >= 1  signal h += 1
