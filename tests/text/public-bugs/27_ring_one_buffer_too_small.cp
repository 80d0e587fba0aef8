# B27: a ring of three buffers where the place of a wait needs four
# SPDX-License-Identifier: Apache-2.0
#
# triton-lang/triton issue 10977 (open, fix proposed). A load may start when its `go` has been given, and `rel` comes
# after the next `go`. The first three loads are statements of their own, so load i + 3 is iteration i's: it overwrites
# what rel releases in the same iteration (three slots) or in the one before (four).
# RUN: split-file %s %t

# RUN: %counterpoint check %t/three_slots.cp %t/implementation.cp --trips i=0 --by all --exact --expect equivalent
# RUN: for n in 1 3; do \
# RUN:   %expect-exit 10 %counterpoint check %t/three_slots.cp %t/implementation.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix THREE || exit 1; done
# THREE: issue go{{$}}
# THREE: retire go{{$}}
# THREE: issue ld{{$}}
# THREE: The program does not allow its last step: D stands at issue of ld and waits for retirements of rel >= 1
# THREE: verdict: unsafe reason=early-issue by=order+explore

# RUN: for n in 0 1 2 3; do %counterpoint check %t/four_slots.cp %t/implementation.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix FOUR || exit 1; done
# FOUR: verdict: equivalent by=order+explore

# Three slots do with a wait for the release itself.
# RUN: for n in 0 1 2 3; do %counterpoint check %t/three_slots.cp %t/released.cp --trips i=$n --by all | \
# RUN:   FileCheck %s --check-prefix FOUR || exit 1; done

#--- three_slots.cp
program small_ring
engine K D
K: go0
K: go1
K: go2
D: ld0  after go0
D: ld1  after go1
D: ld2  after go2
loop i trips dynamic {
  K: go
  K: rel
  D: ld  after go, rel
}
#--- four_slots.cp
program small_ring
engine K D
K: go0
K: go1
K: go2
D: ld0  after go0
D: ld1  after go1
D: ld2  after go2
loop i trips dynamic {
  K: go
  K: rel
  D: ld  after go, rel@i-1
}
#--- implementation.cp
implementation small_ring
engine K D
semaphore given
K: go0  signal given += 1
K: go1  signal given += 1
K: go2  signal given += 1
D: ld0  wait given >= 1
D: ld1  wait given >= 2
D: ld2  wait given >= 3
D: j := 3
loop i trips dynamic {
  K: go   signal given += 1
  K: rel
  D: j := j + 1
  D: ld   wait given >= j
}
#--- released.cp
implementation small_ring
engine K D
semaphore given released
K: go0  signal given += 1
K: go1  signal given += 1
K: go2  signal given += 1
D: ld0  wait given >= 1
D: ld1  wait given >= 2
D: ld2  wait given >= 3
D: j := 3
loop i trips dynamic {
  K: go   signal given += 1
  K: rel  signal released += 1
  D: i := i + 1
  D: j := j + 1
  D: ld   wait given >= j, released >= i
}
