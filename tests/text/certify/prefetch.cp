# An iteration ahead, and an engine that waits for itself
# SPDX-License-Identifier: Apache-2.0
#
# The first load stands before the loop and may share the semaphore of the others. That an engine is in order says
# when it commits, not when it may issue.
#
# RUN: split-file %s %t
#
# RUN: for i in counted_ahead apart_right no_self; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in counted_ahead apart_right no_self; do for n in 1 2 3 4; do %counterpoint check %t/program.cp \
# RUN:   %t/$i.cp --trips random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in apart self_only_in_order; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay \
# RUN:   %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/apart.cp --trips kv=1 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/self_only_in_order.cp --trips kv=1 --expect unsafe > /dev/null

#--- program.cp
program prefetch
engine dma pe
engine act inorder
buffer tile slots 3
dma: first
loop kv trips dynamic {
  dma: next after mul@kv-2  writes tile[kv+1]
  pe: mul after next@kv-1, first  reads tile[kv]
  act: out after mul, out@kv-1
  act: again after out
}
#--- counted_ahead.cp
implementation prefetch
engine dma pe act
semaphore full used = 2 done
dma: first signal full += 1
loop kv trips dynamic {
  dma: i := i + 1
  pe: i := i + 1
  act: i := i + 1
  act: was := i - 1
  dma: next wait used >= i signal full += 1
  pe: mul wait full >= i signal used += 1
  act: u := i + 2
  act: out wait used >= u, done >= was signal done += 1
  act: again wait done >= i
}
#--- apart.cp
implementation prefetch
engine dma pe act
semaphore f n u d
dma: first signal f += 1
loop kv trips dynamic {
  dma: w := i - 1
  dma: i := i + 1
  dma: next wait u >= w signal n += 1
  pe: mul wait n >= i, f >= 1 signal u += 1
  pe: i := i + 1
  act: out wait d >= i, u >= j signal d += 1
  act: i := i + 1
  act: again wait d >= i
  act: j := j + 1
}
#--- apart_right.cp
implementation prefetch
engine dma pe act
semaphore f n u d
act: j := 1
dma: first signal f += 1
loop kv trips dynamic {
  dma: w := i - 1
  dma: i := i + 1
  dma: next wait u >= w signal n += 1
  pe: mul wait n >= i, f >= 1 signal u += 1
  pe: i := i + 1
  act: out wait d >= i, u >= j signal d += 1
  act: i := i + 1
  act: again wait d >= i
  act: j := j + 1
}
#--- no_self.cp
implementation prefetch
engine dma pe act
semaphore f n u d
act: j := 1
dma: first signal f += 1
loop kv trips dynamic {
  dma: w := i - 1
  dma: i := i + 1
  dma: next wait u >= w signal n += 1
  pe: mul wait n >= i, f >= 1 signal u += 1
  pe: i := i + 1
  act: i := i + 1
  act: out wait u >= j signal d += 1
  act: again wait d >= i
  act: j := j + 1
}
#--- self_only_in_order.cp
implementation prefetch
engine dma pe act
semaphore f n u d
act: j := 1
dma: first signal f += 1
loop kv trips dynamic {
  dma: w := i - 1
  dma: i := i + 1
  dma: next wait u >= w signal n += 1
  pe: mul wait n >= i, f >= 1 signal u += 1
  pe: i := i + 1
  act: i := i + 1
  act: out wait u >= j signal d += 1
  act: again
  act: j := j + 1
}
