# Constant loops: closed forms by hand
# SPDX-License-Identifier: Apache-2.0
#
# An iteration of the trip before and one further on, counted without a counter in the inner loops; waiting for
# all of the trip before instead refines.
#
# RUN: split-file %s %t
#
# RUN: for i in closed; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=PROVED || exit \
# RUN:   1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in closed; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random --seed $n \
# RUN:   --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in whole_trips; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=REFINES \
# RUN:   || exit 1; done
# REFINES: verdict: refines by=z3+cvc5 bound=trips:all
# RUN: %counterpoint check %t/program.cp %t/whole_trips.cp --trips q=2 --expect refines > /dev/null
#
# RUN: for i in closed_early; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/closed_early.cp --trips q=1 --expect unsafe > /dev/null
#
# RUN: for i in closed_late; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect \
# RUN:   deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/closed_late.cp --trips q=1 --expect deadlock > /dev/null

#--- program.cp
program classes
engine e0 e1 e2
loop q trips dynamic {
  e1: head after tail@q-2
  loop s trips 3 {
    e2: g after p@q-1@s+1, u@s-1
    loop l trips 2 {
      e0: p after g
    }
    e1: u after p, g
  }
  e0: tail after u, head
}
#--- closed.cp
implementation classes
engine e0 e1 e2
semaphore sp sg su st sh
loop q trips dynamic {
  e1: q := q + 1
  e1: wt := q - 2
  e0: q := q + 1
  e2: base := q * 6
  e2: q := q + 1
  e2: t := 0
  e1: head wait st >= wt signal sh += 1
  loop s trips 3 {
    e0: ns := ns + 1
    e1: ns := ns + 1
    e1: np := np + 2
    e2: t := t + 1
    e2: x := t + 1
    e2: x := min(x, 3)
    e2: x := x * 2
    e2: x := x + base
    e2: x := x - 6
    e2: m := gt(t, 1)
    e2: y := ns * m
    e2: ns := ns + 1
    e2: g wait sp >= x, su >= y signal sg += 1
    loop l trips 2 {
      e0: p wait sg >= ns signal sp += 1
    }
    e1: u wait sp >= np, sg >= ns signal su += 1
  }
  e0: tail wait su >= ns, sh >= q signal st += 1
}
#--- whole_trips.cp
implementation classes
engine e0 e1 e2
semaphore sp sg su st sh
loop q trips dynamic {
  e1: wt := q - 1
  e1: q := q + 1
  e0: q := q + 1
  e2: base := ns * 2
  e2: t := 0
  e1: head wait st >= wt signal sh += 1
  loop s trips 3 {
    e0: ns := ns + 1
    e1: ns := ns + 1
    e1: np := np + 2
    e2: m := min(t, 1)
    e2: t := t + 1
    e2: y := ns * m
    e2: ns := ns + 1
    e2: g wait sp >= base, su >= y signal sg += 1
    loop l trips 2 {
      e0: p wait sg >= ns signal sp += 1
    }
    e1: u wait sp >= np signal su += 1
  }
  e0: tail wait su >= ns, sh >= q signal st += 1
}
#--- closed_early.cp
implementation classes
engine e0 e1 e2
semaphore sp sg su st sh
loop q trips dynamic {
  e1: q := q + 1
  e1: wt := q - 2
  e0: q := q + 1
  e2: base := q * 6
  e2: q := q + 1
  e2: t := 0
  e1: head wait st >= wt signal sh += 1
  loop s trips 3 {
    e0: ns := ns + 1
    e1: ns := ns + 1
    e1: np := np + 2
    e2: t := t + 1
    e2: x := t + 1
    e2: x := min(x, 3)
    e2: x := x * 2
    e2: x := x + base
    e2: x := x - 6
    e2: m := gt(t, 2)
    e2: y := ns * m
    e2: ns := ns + 1
    e2: g wait sp >= x, su >= y signal sg += 1
    loop l trips 2 {
      e0: p wait sg >= ns signal sp += 1
    }
    e1: u wait sp >= np, sg >= ns signal su += 1
  }
  e0: tail wait su >= ns, sh >= q signal st += 1
}
#--- closed_late.cp
implementation classes
engine e0 e1 e2
semaphore sp sg su st sh
loop q trips dynamic {
  e1: q := q + 1
  e1: wt := q - 2
  e0: q := q + 1
  e2: base := q * 6
  e2: q := q + 1
  e2: t := 0
  e1: head wait st >= wt signal sh += 1
  loop s trips 3 {
    e0: ns := ns + 1
    e1: ns := ns + 1
    e1: np := np + 2
    e2: t := t + 1
    e2: x := t + 1
    e2: x := min(x, 3)
    e2: x := x * 2
    e2: x := x + base
    e2: m := gt(t, 1)
    e2: y := ns * m
    e2: ns := ns + 1
    e2: g wait sp >= x, su >= y signal sg += 1
    loop l trips 2 {
      e0: p wait sg >= ns signal sp += 1
    }
    e1: u wait sp >= np, sg >= ns signal su += 1
  }
  e0: tail wait su >= ns, sh >= q signal st += 1
}
