# Two branches, counted by hand
# SPDX-License-Identifier: Apache-2.0
#
# A branch may be counted by what it ran, or by what the other one did not. A dependency between exclusive
# branches speaks of earlier iterations and is not void.
#
# RUN: split-file %s %t
#
# RUN: for i in counted by_the_other_branch; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in counted by_the_other_branch; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp \
# RUN:   --trips random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in void; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/void.cp --trips s=2 --trips a=1,0 --expect unsafe > /dev/null
#
# RUN: for i in wrong_branch; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect \
# RUN:   deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/wrong_branch.cp --trips s=1 --trips a=0 --expect deadlock > /dev/null

#--- program.cp
program conditionals
engine e0 e1 e2
loop s trips dynamic {
  if a {
    e0: p
  } else {
    e1: c after p, p@s-1
    e2: d after p@s-2
  }
  e2: x after p, c
}
#--- counted.cp
implementation conditionals
engine e0 e1 e2
semaphore sp sc
loop s trips dynamic {
  e2: t := t + 1
  e2: m := gt(t, 2)
  e2: h1 := h0
  e2: h0 := np
  e2: w := h1 * m
  if a {
    e1: n := n + 1
    e2: np := np + 1
    e0: p signal sp += 1
  } else {
    e2: nc := nc + 1
    e1: c wait sp >= n signal sc += 1
    e2: d wait sp >= w
  }
  e2: x wait sp >= np, sc >= nc
}
#--- by_the_other_branch.cp
implementation conditionals
engine e0 e1 e2
semaphore sp sc
loop s trips dynamic {
  e1: t := t + 1
  e2: h1 := h0
  e2: h0 := np
  e2: t := t + 1
  if a {
    e2: np := np + 1
    e0: p signal sp += 1
  } else {
    e1: k := k + 1
    e1: w := t - k
    e2: k := k + 1
    e1: c wait sp >= w signal sc += 1
    e2: d wait sp >= h1
  }
  e2: w := t - k
  e2: x wait sp >= w, sc >= k
}
#--- void.cp
implementation conditionals
engine e0 e1 e2
semaphore sp sc
loop s trips dynamic {
  e2: h1 := h0
  e2: h0 := np
  if a {
    e2: np := np + 1
    e0: p signal sp += 1
  } else {
    e2: k := k + 1
    e1: c signal sc += 1
    e2: d wait sp >= h1
  }
  e2: x wait sp >= np, sc >= k
}
#--- wrong_branch.cp
implementation conditionals
engine e0 e1 e2
semaphore sp sc
loop s trips dynamic {
  e1: t := t + 1
  e2: h1 := h0
  e2: h0 := np
  e2: t := t + 1
  if a {
    e1: k := k + 1
    e2: k := k + 1
    e2: np := np + 1
    e0: p signal sp += 1
  } else {
    e1: w := t - k
    e1: c wait sp >= w signal sc += 1
    e2: d wait sp >= h1
  }
  e2: w := t - k
  e2: x wait sp >= np, sc >= w
}
