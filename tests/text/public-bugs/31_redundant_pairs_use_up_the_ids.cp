# B31: redundant pairs use up the event ids, and full barriers take their place
# SPDX-License-Identifier: Apache-2.0
#
# hw-native-sys/PTOAS issue 1569 (open). Each dependency gets a rotating group of three ids of its own, which is more
# than there are; what does not fit becomes a barrier. Three counters do: one for each instruction.
# RUN: split-file %s %t

# Out of ids: three are needed. `--semaphores` counts those of the whole program, not of one pair of pipes.
# RUN: %expect-exit 69 %counterpoint alloc %t/program.cp --scheme per-instruction --semaphores 2 \
# RUN:   -o %t/none.cp 2>&1 | FileCheck %s --check-prefix OUT
# OUT: refusal[CP0807]: scheme per-instruction needs 3 semaphores and there may be 2
# OUT-NEXT: help: '--scheme barrier' needs 2
# RUN: %counterpoint alloc %t/program.cp --scheme per-instruction --semaphores 3 -q -o %t/three.cp
# RUN: %counterpoint check %t/program.cp %t/three.cp --trips i=5 --by all | FileCheck %s --check-prefix COUNTERS

# As emitted, if there were ids enough: twelve tokens, and right.
# RUN: for n in 0 1 3 4 5; do %counterpoint check %t/program.cp %t/rotating.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix ROTATING || exit 1; done
# ROTATING: verdict: equivalent by=explore

# With barriers instead: safe, but late.
# RUN: %counterpoint check %t/program.cp %t/barriers.cp --trips i=5 --by all | FileCheck %s --check-prefix LATE
# LATE: These instructions must wait for more than the program asks:
# LATE: verdict: refines by=order+explore

# RUN: for n in 0 1 3 4 5; do %counterpoint check %t/program.cp %t/counters.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix COUNTERS || exit 1; done
# COUNTERS: verdict: equivalent by=order+explore

# The wait for the add of three iterations before is redundant: the store has waited for it.
# RUN: %counterpoint check %t/program.cp %t/pruned.cp --trips i=5 --by all | FileCheck %s --check-prefix COUNTERS

#--- program.cp
program in_place_add
engine M V O
loop i trips dynamic {
  M: ld   after st@i-3, add@i-3
  V: add  after ld
  O: st   after add
}
#--- rotating.cp
implementation in_place_add
engine M V O
semaphore ld_add[3] add_st[3] st_ld[3] = 1 add_ld[3] = 1
loop i trips dynamic {
  M: id := n mod 3
  M: n := n + 1
  V: id := n mod 3
  V: n := n + 1
  O: id := n mod 3
  O: n := n + 1
  M: ld   take st_ld[id] >= 1, add_ld[id] >= 1  signal ld_add[id] += 1
  V: add  take ld_add[id] >= 1                  signal add_st[id] += 1, add_ld[id] += 1
  O: st   take add_st[id] >= 1                  signal st_ld[id] += 1
}
#--- barriers.cp
implementation in_place_add
engine M V O
loop i trips dynamic {
  M: ld
  barrier
  V: add
  barrier
  O: st
}
#--- counters.cp
implementation in_place_add
engine M V O
semaphore L A S
loop i trips dynamic {
  M: n := n + 1
  M: before := n - 3
  V: n := n + 1
  O: n := n + 1
  M: ld   wait S >= before, A >= before  signal L += 1
  V: add  wait L >= n                    signal A += 1
  O: st   wait A >= n                    signal S += 1
}
#--- pruned.cp
implementation in_place_add
engine M V O
semaphore L A S
loop i trips dynamic {
  M: n := n + 1
  M: before := n - 3
  V: n := n + 1
  O: n := n + 1
  M: ld   wait S >= before  signal L += 1
  V: add  wait L >= n       signal A += 1
  O: st   wait A >= n       signal S += 1
}
