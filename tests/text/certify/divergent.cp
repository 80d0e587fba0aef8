# A chain through a third engine under divergent trips
# SPDX-License-Identifier: Apache-2.0
#
# With trips that may differ, what one engine has waited for says nothing of another one's iterations: the wait
# that the chain seems to imply has to stay (program 24 of the model).
#
# RUN: split-file %s %t
#
# RUN: for i in kept; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s --check-prefix=PROVED || exit \
# RUN:   1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in kept; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random --seed $n \
# RUN:   --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in dropped; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/dropped.cp --trips q=2 --trips s@e0=2 --trips s@e1=1,3 --trips s@e2=2 \
# RUN:   --expect unsafe > /dev/null

#--- program.cp
program divergent_loops
engine e0 e1 e2
loop q trips dynamic {
  loop s trips divergent {
    e0: p
    e1: x after p@s-1
    e2: c after x, p@s-1
  }
}
#--- kept.cp
implementation divergent_loops
engine e0 e1 e2
semaphore sp sx
loop q trips dynamic {
  e1: m := 0
  e2: base := n
  loop s trips divergent {
    e1: w := n * m
    e1: m := 1
    e1: n := n + 1
    e2: v := n - base
    e2: v := min(v, 1)
    e2: v := n * v
    e2: n := n + 1
    e0: p signal sp += 1
    e1: x wait sp >= w signal sx += 1
    e2: c wait sx >= n, sp >= v
  }
}
#--- dropped.cp
implementation divergent_loops
engine e0 e1 e2
semaphore sp sx
loop q trips dynamic {
  e1: m := 0
  loop s trips divergent {
    e1: w := n * m
    e1: m := 1
    e1: n := n + 1
    e2: n := n + 1
    e0: p signal sp += 1
    e1: x wait sp >= w signal sx += 1
    e2: c wait sx >= n
  }
}
