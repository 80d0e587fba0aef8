# Counters that start elsewhere, count at another place, downwards or in other steps
# SPDX-License-Identifier: Apache-2.0
#
# One loop, three engines; what a hand would write instead of r := r + 1 first thing in the body. Semaphores start
# at other values and rise by more than one.
#
# RUN: split-file %s %t
#
# RUN: for i in named from_five at_the_end downwards initial twos odd_threshold array; do %counterpoint certify \
# RUN:   %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in named from_five at_the_end downwards initial twos odd_threshold array; do for n in 1 2 3 4; do \
# RUN:   %counterpoint check %t/program.cp %t/$i.cp --trips random --seed $n --max-trips 4 --expect equivalent > \
# RUN:   /dev/null || exit 1; done; done
#
# RUN: for i in early odd_too_low; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay \
# RUN:   %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/early.cp --trips kv=3 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/odd_too_low.cp --trips kv=3 --expect unsafe > /dev/null
#
# RUN: for i in late_array first_too_late; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect limit > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps \
# RUN:   --expect deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/late_array.cp --trips kv=1 --expect deadlock > /dev/null
# RUN: %counterpoint check %t/program.cp %t/first_too_late.cp --trips kv=1 --expect deadlock > /dev/null

#--- program.cp
program pipe
engine dma pe act
loop kv trips dynamic {
  dma: load after mul@kv-2
  pe: mul after load
  act: exp after mul, load
}
#--- named.cp
implementation pipe
engine dma pe act
semaphore alpha beta
loop kv trips dynamic {
  dma: x1 := x1 + 1
  pe: loaded_so_far := loaded_so_far + 1
  act: i := i + 1
  dma: back := x1 - 2
  dma: load wait beta >= back signal alpha += 1
  pe: mul wait alpha >= loaded_so_far signal beta += 1
  act: exp wait beta >= i
}
#--- from_five.cp
implementation pipe
engine dma pe act
semaphore alpha beta
dma: a := 5
pe: b := 5
act: c := 0 - 3
loop kv trips dynamic {
  dma: a := a + 1
  dma: w := a - 7
  pe: b := b + 1
  pe: w := b - 5
  act: c := c + 1
  act: w := c + 3
  dma: load wait beta >= w signal alpha += 1
  pe: mul wait alpha >= w signal beta += 1
  act: exp wait beta >= w
}
#--- at_the_end.cp
implementation pipe
engine dma pe act
semaphore alpha beta
pe: next := 1
act: next := 1
loop kv trips dynamic {
  dma: w := n - 1
  dma: load wait beta >= w signal alpha += 1
  pe: mul wait alpha >= next signal beta += 1
  act: exp wait beta >= next
  dma: n := n + 1
  pe: next := next + 1
  act: next := next + 1
}
#--- downwards.cp
implementation pipe
engine dma pe act
semaphore alpha beta
loop kv trips dynamic {
  dma: n := n - 1
  dma: w := -2 - n
  pe: n := n - 1
  pe: w := 0 - n
  act: n := n - 1
  act: w := n * -1
  dma: load wait beta >= w signal alpha += 1
  pe: mul wait alpha >= w signal beta += 1
  act: exp wait beta >= w
}
#--- initial.cp
implementation pipe
engine dma pe act
semaphore free = 2 alpha = -1 beta = 10
pe: b := -1
act: c := 10
loop kv trips dynamic {
  dma: a := a + 1
  pe: b := b + 1
  act: c := c + 1
  dma: load wait free >= a signal alpha += 1
  pe: mul wait alpha >= b signal beta += 1, free += 1
  act: exp wait beta >= c
}
#--- twos.cp
implementation pipe
engine dma pe act
semaphore alpha beta = 4
loop kv trips dynamic {
  dma: a := a + 2
  pe: b := b + 3
  act: c := c + 2
  act: w := c + 4
  dma: load wait beta >= a signal alpha += 3
  pe: mul wait alpha >= b signal beta += 2
  act: exp wait beta >= w
}
#--- odd_threshold.cp
implementation pipe
engine dma pe act
semaphore alpha beta
loop kv trips dynamic {
  dma: a := a + 4
  dma: w := a - 11
  pe: b := b + 3
  pe: w := b - 2
  act: c := c + 4
  act: w := c - 3
  dma: load wait beta >= w signal alpha += 3
  pe: mul wait alpha >= w signal beta += 4
  act: exp wait beta >= w
}
#--- array.cp
implementation pipe
engine dma pe act
semaphore s[3] = 2
loop kv trips dynamic {
  dma: a := a + 1
  pe: b := b + 1
  pe: w := b + 2
  act: c := c + 1
  act: w := c + 2
  dma: load wait s[0] >= a signal s[2] += 1
  pe: mul wait s[2] >= w signal s[0] += 1, s[1] += 1
  act: exp wait s[1] >= w
}
#--- early.cp
implementation pipe
engine dma pe act
semaphore alpha beta
dma: a := 5
loop kv trips dynamic {
  dma: a := a + 1
  dma: w := a - 8
  pe: b := b + 1
  act: c := c + 1
  dma: load wait beta >= w signal alpha += 1
  pe: mul wait alpha >= b signal beta += 1
  act: exp wait beta >= c
}
#--- late_array.cp
implementation pipe
engine dma pe act
semaphore s[3] = 2
loop kv trips dynamic {
  dma: a := a + 1
  pe: b := b + 1
  pe: w := b + 2
  act: c := c + 1
  act: w := c + 3
  dma: load wait s[0] >= a signal s[2] += 1
  pe: mul wait s[2] >= w signal s[0] += 1, s[1] += 1
  act: exp wait s[1] >= w
}
#--- first_too_late.cp
implementation pipe
engine dma pe act
semaphore alpha beta
pe: next := 1
act: next := 1
loop kv trips dynamic {
  dma: w := n - 1
  pe: next := next + 1
  dma: load wait beta >= w signal alpha += 1
  pe: mul wait alpha >= next signal beta += 1
  act: exp wait beta >= next
  dma: n := n + 1
  act: next := next + 1
}
#--- odd_too_low.cp
implementation pipe
engine dma pe act
semaphore alpha beta
loop kv trips dynamic {
  dma: a := a + 4
  dma: w := a - 12
  pe: b := b + 3
  pe: w := b - 2
  act: c := c + 4
  act: w := c - 3
  dma: load wait beta >= w signal alpha += 3
  pe: mul wait alpha >= w signal beta += 4
  act: exp wait beta >= w
}
