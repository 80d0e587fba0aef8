# Barriers where none is needed, instead of waits, and with a reset
# SPDX-License-Identifier: Apache-2.0
#
# A barrier holds everyone, so these only refine; what a barrier does not cover has to be waited for, and after a
# reset counting starts again.
#
# RUN: split-file %s %t
#
# RUN: for i in one_more instead reset reset_all; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=REFINES || exit 1; done
# REFINES: verdict: refines by=z3+cvc5 bound=trips:all
# RUN: %counterpoint check %t/program.cp %t/one_more.cp --trips s=3 --expect refines > /dev/null
# RUN: %counterpoint check %t/program.cp %t/instead.cp --trips s=3 --expect refines > /dev/null
# RUN: %counterpoint check %t/program.cp %t/reset.cp --trips s=3 --expect refines > /dev/null
# RUN: %counterpoint check %t/program.cp %t/reset_all.cp --trips s=3 --expect refines > /dev/null
#
# RUN: for i in reset_not_enough too_late_in_the_body; do %expect-exit 10 %counterpoint certify %t/program.cp \
# RUN:   %t/$i.cp --trace %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp \
# RUN:   --replay %t/$i.steps --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program \
# RUN:   %t/program.cp --replay %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/reset_not_enough.cp --trips s=1 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/too_late_in_the_body.cp --trips s=2 --expect unsafe > /dev/null
#
# RUN: for i in reset_forgotten; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps \
# RUN:   | FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps --expect \
# RUN:   limit > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect \
# RUN:   deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/reset_forgotten.cp --trips s=2 --expect deadlock > /dev/null

#--- program.cp
program barriers
engine e0 e1
e0: first
loop s trips dynamic {
  e0: p after c@s-1
  e1: c after p, first
  e0: z
}
e1: last after z
#--- one_more.cp
implementation barriers
engine e0 e1
semaphore sf sp sc sz
e0: first signal sf += 1
loop s trips dynamic {
  e0: w := n
  e0: n := n + 1
  e1: n := n + 1
  e0: p wait sc >= w signal sp += 1
  e1: c wait sp >= n, sf >= 1 signal sc += 1
  e0: z signal sz += 1
}
barrier
e1: last wait sz >= n
#--- instead.cp
implementation barriers
engine e0 e1
semaphore sp
e0: first
loop s trips dynamic {
  barrier
  e1: n := n + 1
  e0: p signal sp += 1
  e1: c wait sp >= n
  e0: z
}
barrier
e1: last
#--- reset.cp
implementation barriers
engine e0 e1
semaphore sp
e0: first
loop s trips dynamic {
  barrier reset
  e0: p signal sp += 1
  e1: c wait sp >= 1
  e0: z
}
barrier reset
e1: last
#--- reset_all.cp
implementation barriers
engine e0 e1
semaphore se
e0: first signal se += 1
barrier reset
loop s trips dynamic {
  e0: p signal se += 1
  e1: c wait se >= 1
  e0: z signal se += 1
  barrier reset
}
e1: last
#--- reset_not_enough.cp
implementation barriers
engine e0 e1
semaphore se
e0: first signal se += 1
loop s trips dynamic {
  e0: p signal se += 1
  e1: c wait se >= 1
  e0: z signal se += 1
  barrier reset
}
e1: last
#--- too_late_in_the_body.cp
implementation barriers
engine e0 e1
semaphore sp
e0: first
barrier
loop s trips dynamic {
  e1: n := n + 1
  e0: p signal sp += 1
  e1: c wait sp >= n
  e0: z
}
barrier
e1: last
#--- reset_forgotten.cp
implementation barriers
engine e0 e1
semaphore sp
e0: first
loop s trips dynamic {
  barrier reset
  e0: p signal sp += 1
  e1: n := n + 1
  e1: c wait sp >= n
  e0: z
}
barrier reset
e1: last
