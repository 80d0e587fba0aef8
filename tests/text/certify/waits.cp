# Several waits: merged into one, twice on one semaphore, more than asked, fewer than asked
# SPDX-License-Identifier: Apache-2.0
#
# A wait that others imply may be left out, and one that they imply may be added. A wait that stands alone right
# before an instruction is one of its waits.
#
# RUN: split-file %s %t
#
# RUN: for i in merged twice one_max; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in merged twice one_max; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips \
# RUN:   random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in extra; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=REFINES || exit \
# RUN:   1; done
# REFINES: verdict: refines by=z3+cvc5 bound=trips:all
# RUN: %counterpoint check %t/program.cp %t/extra.cp --trips q=2 --trips kv=2 --expect refines > /dev/null
#
# RUN: for i in dropped_too_much wait_alone_low; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp \
# RUN:   --trace %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay \
# RUN:   %t/$i.steps --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp \
# RUN:   --replay %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/dropped_too_much.cp --trips q=1 --trips kv=3 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/wait_alone_low.cp --trips q=1 --trips kv=1 --expect unsafe > /dev/null
#
# RUN: %counterpoint certify %t/program.cp %t/alone.cp | FileCheck %s --check-prefix=ALONE
# ALONE: verdict: equivalent

#--- program.cp
program waits
engine dma pe act
loop q trips dynamic {
  loop kv trips dynamic {
    dma: load after exp@kv-2, mul@kv-1
    pe: mul after load
    act: exp after mul, load
  }
  act: scale after mul, load
}
#--- merged.cp
implementation waits
engine dma pe act
semaphore l m e = 2
loop q trips dynamic {
  dma: t := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t := t + 1
    dma: m1 := gt(t, 1)
    dma: m2 := gt(t, 2)
    dma: w1 := r - 1
    dma: w1 := w1 * m1
    dma: w2 := r * m2
    pe: r := r + 1
    act: r := r + 1
    dma: load wait m >= w1, e >= w2 signal l += 1
    pe: mul wait l >= r signal m += 1
    act: exp wait m >= r signal e += 1
  }
  act: scale wait m >= r
}
#--- twice.cp
implementation waits
engine dma pe act
semaphore l m e
loop q trips dynamic {
  dma: t := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t := t + 1
    dma: m1 := gt(t, 1)
    dma: m2 := gt(t, 2)
    dma: w1 := r - 1
    dma: w0 := w1 - 1
    dma: w2 := w0 * m2
    dma: w0 := w0 * m1
    dma: w1 := w1 * m1
    pe: r := r + 1
    pe: b := r - 5
    act: r := r + 1
    dma: load wait m >= w0, m >= w1, e >= w2 signal l += 1
    pe: mul wait l >= r, l >= b signal m += 1
    act: exp wait m >= r, l >= r, m >= r, l >= 0 signal e += 1
  }
  act: scale wait m >= r, l >= r
}
#--- alone.cp
implementation waits
engine dma pe act
semaphore l m e
loop q trips dynamic {
  dma: t := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t := t + 1
    dma: m1 := gt(t, 1)
    dma: m2 := gt(t, 2)
    dma: w1 := r - 1
    dma: w2 := r - 2
    dma: w2 := w2 * m2
    dma: w1 := w1 * m1
    pe: r := r + 1
    act: r := r + 1
    dma: wait m >= w1
    dma: wait e >= w2
    dma: load signal l += 1
    pe: wait l >= r
    pe: mul signal m += 1
    act: wait m >= r, l >= r
    act: exp signal e += 1
  }
  act: scale
}
#--- one_max.cp
implementation waits
engine dma pe act
semaphore l m e
loop q trips dynamic {
  dma: t := 0
  dma: base := r
  loop kv trips dynamic {
    dma: r := r + 1
    dma: m2 := r - base
    dma: m2 := gt(m2, 2)
    dma: m1 := r - base
    dma: m1 := gt(m1, 1)
    dma: w1 := r - 1
    dma: low := r - 4
    dma: w1 := max(w1, low)
    dma: w1 := w1 * m1
    dma: w2 := r - 2
    dma: w2 := w2 * m2
    pe: r := r + 1
    act: r := r + 1
    dma: load wait m >= w1, e >= w2 signal l += 1
    pe: mul wait l >= r signal m += 1
    act: exp wait m >= r signal e += 1
  }
  act: scale
}
#--- dropped_too_much.cp
implementation waits
engine dma pe act
semaphore l m e
loop q trips dynamic {
  dma: t := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t := t + 1
    dma: m1 := gt(t, 1)
    dma: w1 := r - 1
    dma: w1 := w1 * m1
    pe: r := r + 1
    act: r := r + 1
    dma: load wait m >= w1 signal l += 1
    pe: mul wait l >= r signal m += 1
    act: exp wait m >= r signal e += 1
  }
  act: scale
}
#--- extra.cp
implementation waits
engine dma pe act
semaphore l m e = 2
loop q trips dynamic {
  dma: t := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t := t + 1
    dma: m1 := gt(t, 1)
    dma: m2 := gt(t, 2)
    dma: w1 := r - 1
    dma: w2 := r * m2
    pe: r := r + 1
    act: r := r + 1
    dma: load wait m >= w1, e >= w2 signal l += 1
    pe: mul wait l >= r signal m += 1
    act: exp wait m >= r signal e += 1
  }
  act: scale wait m >= r
}
#--- wait_alone_low.cp
implementation waits
engine dma pe act
semaphore l m e
loop q trips dynamic {
  dma: t := 0
  loop kv trips dynamic {
    dma: r := r + 1
    dma: t := t + 1
    dma: m1 := gt(t, 1)
    dma: m2 := gt(t, 2)
    dma: w1 := r - 1
    dma: w2 := r - 2
    dma: w2 := w2 * m2
    dma: w1 := w1 * m1
    pe: r := r + 1
    pe: v := r - 1
    act: r := r + 1
    dma: wait m >= w1
    dma: wait e >= w2
    dma: load signal l += 1
    pe: wait l >= v
    pe: mul signal m += 1
    act: wait m >= r, l >= r
    act: exp signal e += 1
  }
  act: scale
}
