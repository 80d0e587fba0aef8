# B13: as many event ids as slots, or not
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS pull requests 592 (two ids for one slot), 176 (two ids chosen, one fixed id emitted) and 517 (a
# slot chosen by data or reversed; a reviewer's concern). Ids are a rotating array of counting tokens. Slots that do not
# rotate are written out, four iterations in a row.
# RUN: split-file %s %t

# The distances are those that the accesses need.
# RUN: for p in one_slot two_slots slots_renamed; do %counterpoint deps %t/$p.cp | \
# RUN:   FileCheck %s --check-prefix GIVEN || exit 1; done
# GIVEN: 0 missing

# RUN: for n in 0 1 2 3 4; do %counterpoint check %t/one_slot.cp %t/one_id.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; done
# RUN: for n in 0 1 2 3 4; do %counterpoint check %t/two_slots.cp %t/two_ids.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT || exit 1; done
# RUN: %counterpoint check %t/slots_renamed.cp %t/two_ids.cp --trips i=4 --by all | \
# RUN:   FileCheck %s --check-prefix RIGHT
# RIGHT: verdict: equivalent by=explore

# One slot, two ids: kept at distance 2 only.
# RUN: %expect-exit 10 %counterpoint check %t/one_slot.cp %t/two_ids.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix RACE
# RACE: issue ld
# RACE: issue ld
# RACE: The program does not allow its last step: M stands at issue of ld and waits for retirements of use >= 1
# RACE: verdict: unsafe reason=early-issue by=explore

# Two slots, one id: distance 1 where 2 would do.
# RUN: %counterpoint check %t/two_slots.cp %t/one_id.cp --trips i=4 --by all | FileCheck %s --check-prefix LATE
# LATE: verdict: refines by=explore

# Slots 0, 0, 1, 1 under ids 0, 1, 0, 1.
# RUN: %counterpoint check %t/slots_0011.cp %t/ids_0101.cp --by all --expect unsafe
# RUN: %counterpoint check %t/slots_0011.cp %t/ids_0011.cp --by all --exact --expect equivalent

#--- one_slot.cp
program event_ids
engine M V
buffer tile slots 1
loop i trips dynamic {
  M: ld   after use@i-1, ld@i-1  writes tile
  V: use  after ld               reads tile
}
#--- two_slots.cp
program event_ids
engine M V
buffer tile slots 2
loop i trips dynamic {
  M: ld   after use@i-2  writes tile[i]
  V: use  after ld       reads tile[i]
}
#--- slots_renamed.cp
program event_ids
engine M V
buffer tile slots 2
loop i trips dynamic {
  M: ld   after use@i-2  writes tile[i+1]
  V: use  after ld       reads tile[i+1]
}
#--- one_id.cp
implementation event_ids
engine M V
semaphore g e = 1
loop i trips dynamic {
  M: ld   take e >= 1  signal g += 1
  V: use  take g >= 1  signal e += 1
}
#--- two_ids.cp
implementation event_ids
engine M V
semaphore g e[2] = 1
loop i trips dynamic {
  M: id := n mod 2
  M: n := n + 1
  V: id := n mod 2
  V: n := n + 1
  M: ld   take e[id] >= 1  signal g += 1
  V: use  take g >= 1      signal e[id] += 1
}
#--- slots_0011.cp
program event_ids
engine M V
M: ld0
M: ld1   after use0
M: ld2
M: ld3   after use2
V: use0  after ld0
V: use1  after ld1
V: use2  after ld2
V: use3  after ld3
#--- ids_0101.cp
implementation event_ids
engine M V
semaphore g e[2] = 1
M: ld0   take e[0] >= 1  signal g += 1
M: ld1   take e[1] >= 1  signal g += 1
M: ld2   take e[0] >= 1  signal g += 1
M: ld3   take e[1] >= 1  signal g += 1
V: use0  take g >= 1     signal e[0] += 1
V: use1  take g >= 1     signal e[1] += 1
V: use2  take g >= 1     signal e[0] += 1
V: use3  take g >= 1     signal e[1] += 1
#--- ids_0011.cp
implementation event_ids
engine M V
semaphore g e[2] = 1
M: ld0   take e[0] >= 1  signal g += 1
M: ld1   take e[0] >= 1  signal g += 1
M: ld2   take e[1] >= 1  signal g += 1
M: ld3   take e[1] >= 1  signal g += 1
V: use0  take g >= 1     signal e[0] += 1
V: use1  take g >= 1     signal e[0] += 1
V: use2  take g >= 1     signal e[1] += 1
V: use3  take g >= 1     signal e[1] += 1
