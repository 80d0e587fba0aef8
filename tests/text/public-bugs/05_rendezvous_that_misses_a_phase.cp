# B05: a rendezvous of two engines that misses a phase
# SPDX-License-Identifier: Apache-2.0
#
# triton-lang/triton pull request 10669. Each side's barrier counts only the other's arrivals, in one slot, and is seen
# by its parity: the peer can finish two phases before the slow side looks. Passing the phase is an instruction, `pa`
# and `pb`. A phase with one arriver is a pair of semaphores: [1] is the parity of the phases that are over, [0] its
# complement; two slots are two such pairs.
# RUN: split-file %s %t

# RUN: %counterpoint check %t/program.cp %t/faulty.cp --trips r=1 --by all --exact | FileCheck %s --check-prefix ONE
# ONE: verdict: equivalent by=explore

# RUN: for n in 2 3; do %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips r=$n --by all | \
# RUN:   FileCheck %s --check-prefix MISSED || exit 1; done
# MISSED: A {{ *}}issue of pa in r={{.}} {{ *}}waits for over_a
# MISSED: B {{ *}}issue of pb in r={{.}} {{ *}}waits for over_b
# MISSED: verdict: deadlock reason=stuck by=explore

# RUN: for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/repaired.cp --trips r=$n --by all | \
# RUN:   FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=explore

#--- program.cp
program rendezvous
engine A B
loop r trips dynamic {
  A: a
  B: b
  A: pa  after b
  B: pb  after a
}
#--- faulty.cp
implementation rendezvous
engine A B
semaphore over_a[2] over_b[2]
loop r trips dynamic {
  A: n := n + 1
  A: parity := n mod 2
  A: other := 1 - parity
  B: n := n + 1
  B: parity := n mod 2
  B: other := 1 - parity
  A: a   signal over_b[parity] := 1, over_b[other] := 0
  B: b   signal over_a[parity] := 1, over_a[other] := 0
  A: pa  wait over_a[1] == parity
  B: pb  wait over_b[1] == parity
}
#--- repaired.cp
implementation rendezvous
engine A B
semaphore over_a[4] over_b[4]
loop r trips dynamic {
  A: pair := n mod 2
  A: pair := pair * 2
  A: round := n div 2
  A: parity := round + 1
  A: parity := parity mod 2
  A: on := pair + parity
  A: off := 1 - parity
  A: off := off + pair
  A: seen := pair + 1
  A: n := n + 1
  B: pair := n mod 2
  B: pair := pair * 2
  B: round := n div 2
  B: parity := round + 1
  B: parity := parity mod 2
  B: on := pair + parity
  B: off := 1 - parity
  B: off := off + pair
  B: seen := pair + 1
  B: n := n + 1
  A: a   signal over_b[on] := 1, over_b[off] := 0
  B: b   signal over_a[on] := 1, over_a[off] := 0
  A: pa  wait over_a[seen] == parity
  B: pb  wait over_b[seen] == parity
}
