# Masks and the two-level class: hoisted, as differences, as min and max, left out
# SPDX-License-Identifier: Apache-2.0
#
# A distance on the outer loop and one on the inner loop. Where what was before is 0 the outer mask may be left
# out; without the min it waits for iterations that the outer distance does not cover.
#
# RUN: split-file %s %t
#
# RUN: for i in product clamps clamped_only; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in product clamps clamped_only; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp \
# RUN:   --trips random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in without_min; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=REFINES \
# RUN:   || exit 1; done
# REFINES: verdict: refines by=z3+cvc5 bound=trips:all
# RUN: %counterpoint check %t/program.cp %t/without_min.cp --trips q=2 --trips r=1,3 --expect refines > /dev/null
#
# RUN: for i in clamped_wrong; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/clamped_wrong.cp --trips q=1 --trips r=4 --expect unsafe > /dev/null

#--- program.cp
program masks
engine dma pe
loop q trips dynamic {
  loop r trips dynamic {
    dma: load after mul@q-1@r-1, mul@r-3
    pe: mul after load
  }
}
#--- product.cp
implementation masks
engine dma pe
semaphore l m
loop q trips dynamic {
  dma: h1 := h0
  dma: h0 := n
  dma: tq := tq + 1
  dma: tr := 0
  dma: mq := gt(tq, 1)
  loop r trips dynamic {
    dma: n := n + 1
    dma: tr := tr + 1
    dma: m1 := gt(tr, 1)
    dma: m1 := m1 * mq
    dma: m3 := gt(tr, 3)
    dma: a := h1 + tr
    dma: a := a - 1
    dma: a := min(a, h0)
    dma: a := a * m1
    dma: b := n - 3
    dma: b := b * m3
    pe: n := n + 1
    dma: load wait m >= a, m >= b signal l += 1
    pe: mul wait l >= n signal m += 1
  }
}
#--- clamps.cp
implementation masks
engine dma pe
semaphore l m
loop q trips dynamic {
  dma: h1 := h0
  dma: h0 := n
  dma: mq := min(tq, 1)
  dma: tq := tq + 1
  loop r trips dynamic {
    dma: past := n - h0
    dma: m1 := min(past, 1)
    dma: m1 := m1 * mq
    dma: past2 := past - 2
    dma: m3 := max(0, past2)
    dma: m3 := min(1, m3)
    dma: n := n + 1
    dma: a := h1 + past
    dma: a := min(a, h0)
    dma: a := a * m1
    dma: b := n - 3
    dma: b := b * m3
    pe: n := n + 1
    dma: w := max(a, b)
    dma: load wait m >= w signal l += 1
    pe: mul wait l >= n signal m += 1
  }
}
#--- clamped_only.cp
implementation masks
engine dma pe
semaphore l m
loop q trips dynamic {
  dma: h1 := h0
  dma: h0 := n
  loop r trips dynamic {
    dma: past := n - h0
    dma: m1 := min(past, 1)
    dma: n := n + 1
    dma: a := h1 + past
    dma: a := min(a, h0)
    dma: a := a * m1
    dma: m3 := gt(past, 2)
    dma: b := n - 3
    dma: b := b * m3
    pe: n := n + 1
    dma: load wait m >= a, m >= b signal l += 1
    pe: mul wait l >= n signal m += 1
  }
}
#--- without_min.cp
implementation masks
engine dma pe
semaphore l m
loop q trips dynamic {
  dma: h1 := h0
  dma: h0 := n
  loop r trips dynamic {
    dma: past := n - h0
    dma: m1 := min(past, 1)
    dma: n := n + 1
    dma: a := h1 + past
    dma: a := a * m1
    dma: m3 := gt(past, 2)
    dma: b := n - 3
    dma: b := b * m3
    pe: n := n + 1
    dma: load wait m >= a, m >= b signal l += 1
    pe: mul wait l >= n signal m += 1
  }
}
#--- clamped_wrong.cp
implementation masks
engine dma pe
semaphore l m
loop q trips dynamic {
  dma: h1 := h0
  dma: h0 := n
  dma: mq := min(tq, 1)
  dma: tq := tq + 1
  loop r trips dynamic {
    dma: past := n - h0
    dma: m1 := min(past, 1)
    dma: m1 := m1 * mq
    dma: past2 := past - 3
    dma: m3 := max(0, past2)
    dma: m3 := min(1, m3)
    dma: n := n + 1
    dma: a := h1 + past
    dma: a := min(a, h0)
    dma: a := a * m1
    dma: b := n - 3
    dma: b := b * m3
    pe: n := n + 1
    dma: w := max(a, b)
    dma: load wait m >= w signal l += 1
    pe: mul wait l >= n signal m += 1
  }
}
