# A chain through a third engine under uniform trips
# SPDX-License-Identifier: Apache-2.0
#
# Here what the chain implies may be left out, inside the loop and after it; what nothing implies may not.
#
# RUN: split-file %s %t
#
# RUN: for i in dropped; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=PROVED || \
# RUN:   exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in dropped; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random --seed $n \
# RUN:   --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in too_few; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/too_few.cp --trips q=1 --trips s=1 --expect unsafe > /dev/null

#--- program.cp
program uniform_chain
engine e0 e1 e2
loop q trips dynamic {
  loop s trips dynamic {
    e0: p
    e1: x after p@s-1
    e2: c after x, p@s-1
  }
  e2: d after p, x, c
  e1: z after d, x
}
#--- dropped.cp
implementation uniform_chain
engine e0 e1 e2
semaphore sp sx sd sc
loop q trips dynamic {
  e1: m := 0
  e1: nq := nq + 1
  loop s trips dynamic {
    e1: w := n * m
    e1: m := 1
    e1: n := n + 1
    e2: n := n + 1
    e0: p signal sp += 1
    e1: x wait sp >= w signal sx += 1
    e2: c wait sx >= n signal sc += 1
  }
  e2: d wait sp >= n, sc >= n signal sd += 1
  e1: z wait sd >= nq
}
#--- too_few.cp
implementation uniform_chain
engine e0 e1 e2
semaphore sp sx sd sc
loop q trips dynamic {
  e1: m := 0
  e1: nq := nq + 1
  loop s trips dynamic {
    e1: w := n * m
    e1: m := 1
    e1: n := n + 1
    e2: n := n + 1
    e0: p signal sp += 1
    e1: x wait sp >= w signal sx += 1
    e2: c wait sx >= n signal sc += 1
  }
  e2: d wait sc >= n signal sd += 1
  e1: z wait sd >= nq
}
