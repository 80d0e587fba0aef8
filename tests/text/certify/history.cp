# Histories of three iterations under divergent trips: shifted in any order that works
# SPDX-License-Identifier: Apache-2.0
#
# Registers may be shifted before the body or after it; a shift in the wrong order, or one register fewer, waits
# too long, which gets stuck where the producer's engine has no more to do.
#
# RUN: split-file %s %t
#
# RUN: for i in shifted at_the_end; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in shifted at_the_end; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips \
# RUN:   random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in rotating_early; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps \
# RUN:   | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect \
# RUN:   differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps \
# RUN:   --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/rotating_early.cp --trips q=1 --trips s=4 --trips l=1 \
# RUN:   --expect unsafe > /dev/null
#
# RUN: for i in wrong_order one_short; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect limit > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps \
# RUN:   --expect deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/wrong_order.cp --trips q=1 --trips s=4 --trips l@e0=1,0 --trips l@e1=1 \
# RUN:   --expect deadlock > /dev/null
# RUN: %counterpoint check %t/program.cp %t/one_short.cp --trips q=1 --trips s=4 --trips l@e0=1,0 --trips l@e1=1 \
# RUN:   --expect deadlock > /dev/null

#--- program.cp
program history
engine e0 e1
loop q trips dynamic {
  loop s trips dynamic {
    e1: c after p@s-3
    loop l trips divergent {
      e0: p
    }
  }
}
#--- shifted.cp
implementation history
engine e0 e1
semaphore x
loop q trips dynamic {
  e1: t := 0
  loop s trips dynamic {
    e1: old3 := old2
    e1: old2 := old1
    e1: old1 := n
    e1: t := t + 1
    e1: m := gt(t, 3)
    e1: w := old3 * m
    e1: c wait x >= w
    loop l trips divergent {
      e1: n := n + 1
      e0: p signal x += 1
    }
  }
}
#--- at_the_end.cp
implementation history
engine e0 e1
semaphore x
loop q trips dynamic {
  e1: t := 0
  loop s trips dynamic {
    e1: m := gt(t, 2)
    e1: w := a * m
    e1: c wait x >= w
    e1: a := b
    e1: b := n
    loop l trips divergent {
      e1: n := n + 1
      e0: p signal x += 1
    }
    e1: t := t + 1
  }
}
#--- wrong_order.cp
implementation history
engine e0 e1
semaphore x
loop q trips dynamic {
  e1: t := 0
  loop s trips dynamic {
    e1: old1 := n
    e1: old2 := old1
    e1: old3 := old2
    e1: t := t + 1
    e1: m := gt(t, 3)
    e1: w := old3 * m
    e1: c wait x >= w
    loop l trips divergent {
      e1: n := n + 1
      e0: p signal x += 1
    }
  }
}
#--- rotating_early.cp
implementation history
engine e0 e1
semaphore x
loop q trips dynamic {
  e1: t := 0
  loop s trips dynamic {
    e1: t := t + 1
    e1: m := gt(t, 3)
    e1: odd := t mod 2
    e1: even := 1 - odd
    e1: o0 := h0 * even
    e1: o1 := h1 * odd
    e1: o := o0 + o1
    e1: w := o * m
    e1: w := w - m
    e1: c wait x >= w
    e1: d := n - o
    e1: o0 := d * even
    e1: o1 := d * odd
    e1: h0 := h0 + o0
    e1: h1 := h1 + o1
    loop l trips divergent {
      e1: n := n + 1
      e0: p signal x += 1
    }
  }
}
#--- one_short.cp
implementation history
engine e0 e1
semaphore x
loop q trips dynamic {
  e1: t := 0
  loop s trips dynamic {
    e1: old2 := old1
    e1: old1 := n
    e1: t := t + 1
    e1: m := gt(t, 3)
    e1: w := old1 * m
    e1: c wait x >= w
    loop l trips divergent {
      e1: n := n + 1
      e0: p signal x += 1
    }
  }
}
