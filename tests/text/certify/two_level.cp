# Divergent trips: one trip back and one iteration on
# SPDX-License-Identifier: Apache-2.0
#
# The consumer's own count decides, the smaller of two; what was before the first trip is what the counter started
# with. Waiting for the whole trip before gets stuck where the producer's engine runs fewer iterations.
#
# RUN: split-file %s %t
#
# RUN: for i in least not_masked; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in least not_masked; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random \
# RUN:   --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in one_too_few; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/one_too_few.cp --trips q=2 --trips m=2 --expect unsafe > /dev/null
#
# RUN: for i in whole; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect \
# RUN:   deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/whole.cp --trips q=2 --trips m@e0=1 --trips m@e1=3 \
# RUN:   --expect deadlock > /dev/null

#--- program.cp
program two_level
engine e0 e1
loop q trips dynamic {
  loop m trips divergent {
    e0: p
    e1: c after p@q-1@m+1
  }
  e1: s after p@q-2
}
#--- least.cp
implementation two_level
engine e0 e1
semaphore sp = 3
e1: n := 3
e1: begun := 3
e1: old := 3
e1: older := 3
loop q trips dynamic {
  e1: older := old
  e1: old := begun
  e1: begun := n
  e1: low := old + 1
  loop m trips divergent {
    e1: low := low + 1
    e1: w := min(low, begun)
    e1: n := n + 1
    e0: p signal sp += 1
    e1: c wait sp >= w
  }
  e1: s wait sp >= old
}
#--- not_masked.cp
implementation two_level
engine e0 e1
semaphore sp
loop q trips dynamic {
  e1: old := begun
  e1: begun := n
  e1: t := 0
  loop m trips divergent {
    e1: t := t + 1
    e1: w := old + t
    e1: w := w + 1
    e1: w := min(begun, w)
    e1: n := n + 1
    e0: p signal sp += 1
    e1: c wait sp >= w
  }
  e1: s wait sp >= old
}
#--- one_too_few.cp
implementation two_level
engine e0 e1
semaphore sp
loop q trips dynamic {
  e1: old := begun
  e1: begun := n
  e1: t := 0
  loop m trips divergent {
    e1: t := t + 1
    e1: w := old + t
    e1: w := min(begun, w)
    e1: n := n + 1
    e0: p signal sp += 1
    e1: c wait sp >= w
  }
  e1: s wait sp >= old
}
#--- whole.cp
implementation two_level
engine e0 e1
semaphore sp
loop q trips dynamic {
  e1: old := begun
  e1: begun := n
  loop m trips divergent {
    e1: n := n + 1
    e0: p signal sp += 1
    e1: c wait sp >= begun
  }
  e1: s wait sp >= old
}
