# Control dependencies by hand: one wait for two scopes, other thresholds
# SPDX-License-Identifier: Apache-2.0
#
# Every engine waits before it starts the loop, whose count it reads. An earlier wait of the engine for the same
# instance is enough before the branch.
#
# RUN: split-file %s %t
#
# RUN: for i in hand once; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=PROVED || \
# RUN:   exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in hand once; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random --seed \
# RUN:   $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in one_engine_early one_engine_only; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp \
# RUN:   --trace %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay \
# RUN:   %t/$i.steps --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp \
# RUN:   --replay %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/one_engine_early.cp --trips q=1 --trips b=0 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/one_engine_only.cp --trips q=1 --trips b=0 --expect unsafe > /dev/null

#--- program.cp
program control
engine e0 e1
loop q trips dynamic {
  e0: count after use@q-2@*
  loop b trips dynamic after count {
    e1: use after fill, count
    e0: fill after use@b-1
  }
  if c after count {
    e1: z after count
  }
}
#--- hand.cp
implementation control
engine e0 e1
semaphore sn su sf
loop q trips dynamic {
  e0: h1 := h0
  e0: h0 := nu
  e0: q := q + 1
  e1: q := q + 1
  e0: m := 0
  e0: count wait su >= h1 signal sn += 2
  e0: w := q * 2
  e1: w := q * 2
  e0: wait sn >= w
  e1: w := w - 1
  e1: wait sn >= w
  loop b trips dynamic {
    e1: n := n + 1
    e0: v := nu * m
    e0: nu := nu + 1
    e0: m := 1
    e1: use wait sf >= n signal su += 1
    e0: fill wait su >= v signal sf += 1
  }
  e0: wait sn >= w
  e1: wait sn >= w
  if c {
    e1: z
  }
}
#--- once.cp
implementation control
engine e0 e1
semaphore sn su sf
loop q trips dynamic {
  e0: h1 := h0
  e0: h0 := nu
  e0: q := q + 1
  e1: q := q + 1
  e0: m := 0
  e0: count wait su >= h1 signal sn += 1
  e0: wait sn >= q
  e1: wait sn >= q
  loop b trips dynamic {
    e1: n := n + 1
    e0: v := nu * m
    e0: nu := nu + 1
    e0: m := 1
    e1: use wait sf >= n signal su += 1
    e0: fill wait su >= v signal sf += 1
  }
  if c {
    e1: z
  }
}
#--- one_engine_only.cp
implementation control
engine e0 e1
semaphore sn su sf
loop q trips dynamic {
  e0: h1 := h0
  e0: h0 := nu
  e0: q := q + 1
  e1: q := q + 1
  e0: m := 0
  e0: count wait su >= h1 signal sn += 1
  e1: wait sn >= q
  loop b trips dynamic {
    e1: n := n + 1
    e0: v := nu * m
    e0: nu := nu + 1
    e0: m := 1
    e1: use wait sf >= n signal su += 1
    e0: fill wait su >= v signal sf += 1
  }
  if c {
    e1: z
  }
}
#--- one_engine_early.cp
implementation control
engine e0 e1
semaphore sn su sf
loop q trips dynamic {
  e0: h1 := h0
  e0: h0 := nu
  e0: q := q + 1
  e1: q := q + 1
  e0: m := 0
  e0: count wait su >= h1 signal sn += 1
  e0: low := q - 1
  e0: wait sn >= low
  e1: wait sn >= q
  loop b trips dynamic {
    e1: n := n + 1
    e0: v := nu * m
    e0: nu := nu + 1
    e0: m := 1
    e1: use wait sf >= n signal su += 1
    e0: fill wait su >= v signal sf += 1
  }
  if c {
    e1: z
  }
}
