# One counter instead of two where a loop is constant
# SPDX-License-Identifier: Apache-2.0
#
# div and mod find the outer iteration in the inner counter; or the inner one is never counted, and what the outer
# one says is enough.
#
# RUN: split-file %s %t
#
# RUN: for i in two one outer_only; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in two one outer_only; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips \
# RUN:   random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in one_early outer_early; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay \
# RUN:   %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/one_early.cp --trips s=2 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/outer_early.cp --trips s=1 --expect unsafe > /dev/null

#--- program.cp
program one_counter
engine e0 e1
loop s trips dynamic {
  e0: x after y@s-1
  loop l trips 4 {
    e0: p after c@l-1
    e1: c after p
  }
  e1: y after x, p
  e0: z after c@s-2@*
}
#--- two.cp
implementation one_counter
engine e0 e1
semaphore sx sy sp sc
loop s trips dynamic {
  e0: ws := rs
  e0: rs := rs + 1
  e1: rs := rs + 1
  e0: t := 0
  e0: x wait sy >= ws signal sx += 1
  loop l trips 4 {
    e0: r := r + 1
    e0: t := t + 1
    e1: r := r + 1
    e0: m := gt(t, 1)
    e0: w := r - 1
    e0: w := w * m
    e0: p wait sc >= w signal sp += 1
    e1: c wait sp >= r signal sc += 1
  }
  e1: y wait sx >= rs, sp >= r signal sy += 1
  e0: hz := r - 8
  e0: z wait sc >= hz
}
#--- one.cp
implementation one_counter
engine e0 e1
semaphore sx sy sp sc
loop s trips dynamic {
  e0: ws := r div 4
  e0: x wait sy >= ws signal sx += 1
  loop l trips 4 {
    e0: m := r mod 4
    e0: m := min(m, 1)
    e0: w := r * m
    e0: r := r + 1
    e1: r := r + 1
    e0: p wait sc >= w signal sp += 1
    e1: c wait sp >= r signal sc += 1
  }
  e1: rs := r div 4
  e1: y wait sx >= rs, sp >= r signal sy += 1
  e0: hz := r - 8
  e0: z wait sc >= hz
}
#--- outer_only.cp
implementation one_counter
engine e0 e1
semaphore sx sy sp sc
loop s trips dynamic {
  e0: ws := rs
  e0: base := rs * 4
  e0: rs := rs + 1
  e1: base := rs * 4
  e1: rs := rs + 1
  e0: t := 0
  e1: t := 0
  e0: x wait sy >= ws signal sx += 1
  loop l trips 4 {
    e0: m := gt(t, 0)
    e0: w := base + t
    e0: w := w * m
    e0: t := t + 1
    e1: t := t + 1
    e1: w := base + t
    e0: p wait sc >= w signal sp += 1
    e1: c wait sp >= w signal sc += 1
  }
  e1: w := rs * 4
  e1: y wait sx >= rs, sp >= w signal sy += 1
  e0: hz := base - 4
  e0: z wait sc >= hz
}
#--- one_early.cp
implementation one_counter
engine e0 e1
semaphore sx sy sp sc
loop s trips dynamic {
  e0: ws := r div 5
  e0: x wait sy >= ws signal sx += 1
  loop l trips 4 {
    e0: m := r mod 4
    e0: m := min(m, 1)
    e0: w := r * m
    e0: r := r + 1
    e1: r := r + 1
    e0: p wait sc >= w signal sp += 1
    e1: c wait sp >= r signal sc += 1
  }
  e1: rs := r div 4
  e1: y wait sx >= rs, sp >= r signal sy += 1
  e0: hz := r - 8
  e0: z wait sc >= hz
}
#--- outer_early.cp
implementation one_counter
engine e0 e1
semaphore sx sy sp sc
loop s trips dynamic {
  e0: ws := rs
  e0: base := rs * 4
  e0: rs := rs + 1
  e1: base := rs * 4
  e1: rs := rs + 1
  e0: t := 0
  e1: t := 0
  e0: x wait sy >= ws signal sx += 1
  loop l trips 4 {
    e0: m := gt(t, 1)
    e0: w := base + t
    e0: w := w * m
    e0: t := t + 1
    e1: t := t + 1
    e1: w := base + t
    e0: p wait sc >= w signal sp += 1
    e1: c wait sp >= w signal sc += 1
  }
  e1: w := rs * 4
  e1: y wait sx >= rs, sp >= w signal sy += 1
  e0: hz := base - 8
  e0: z wait sc >= hz
}
