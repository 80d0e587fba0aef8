# Histories written by hand: kept at the end of the body, shifted in another order
# SPDX-License-Identifier: Apache-2.0
#
# What a nested loop and a branch in it had done before: one S-iteration ago, and two Q-iterations ago.
#
# RUN: split-file %s %t
#
# RUN: for i in ring at_the_ends; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in ring at_the_ends; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random \
# RUN:   --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in shifted_too_soon; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=REFINES || exit 1; done
# REFINES: verdict: refines by=z3+cvc5 bound=trips:all
# RUN: %counterpoint check %t/program.cp %t/shifted_too_soon.cp --trips q=2 --trips s=1 --trips l=1 \
# RUN:   --expect refines > /dev/null
#
# RUN: for i in three_back; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/three_back.cp --trips q=3 --trips s=1 --trips l=1 \
# RUN:   --expect unsafe > /dev/null

#--- program.cp
program nested
engine e0 e1
loop q trips dynamic {
  loop s trips dynamic {
    e1: c after p@s-1, r@q-2@*
    loop l trips dynamic {
      e0: p
      if half {
        e0: r
      }
    }
  }
}
#--- ring.cp
implementation nested
engine e0 e1
semaphore sp sr = 100
e1: nr := 100
e1: before := 100
e1: earlier := 100
loop q trips dynamic {
  e1: earlier := before
  e1: before := nr
  e1: first := 1
  loop s trips dynamic {
    e1: later := 1 - first
    e1: w := np * later
    e1: first := 0
    e1: c wait sp >= w, sr >= earlier
    loop l trips dynamic {
      e1: np := np + 1
      e0: p signal sp += 1
      if half {
        e1: nr := nr + 1
        e0: r signal sr += 1
      }
    }
  }
}
#--- at_the_ends.cp
implementation nested
engine e0 e1
semaphore sp sr
loop q trips dynamic {
  e1: m := 0
  loop s trips dynamic {
    e1: w := np * m
    e1: c wait sp >= w, sr >= h1
    loop l trips dynamic {
      e0: p signal sp += 1
      if half {
        e1: nr := nr + 1
        e0: r signal sr += 1
      }
      e1: np := np + 1
    }
    e1: m := 1
  }
  e1: h1 := h0
  e1: h0 := nr
}
#--- shifted_too_soon.cp
implementation nested
engine e0 e1
semaphore sp sr
loop q trips dynamic {
  e1: m := 0
  loop s trips dynamic {
    e1: w := np * m
    e1: c wait sp >= w, sr >= h1
    loop l trips dynamic {
      e0: p signal sp += 1
      if half {
        e1: nr := nr + 1
        e0: r signal sr += 1
      }
      e1: np := np + 1
    }
    e1: m := 1
  }
  e1: h0 := nr
  e1: h1 := h0
}
#--- three_back.cp
implementation nested
engine e0 e1
semaphore sp sr
loop q trips dynamic {
  e1: m := 0
  loop s trips dynamic {
    e1: w := np * m
    e1: c wait sp >= w, sr >= h2
    loop l trips dynamic {
      e0: p signal sp += 1
      if half {
        e1: nr := nr + 1
        e0: r signal sr += 1
      }
      e1: np := np + 1
    }
    e1: m := 1
  }
  e1: h2 := h1
  e1: h1 := h0
  e1: h0 := nr
}
