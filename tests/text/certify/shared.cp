# One semaphore raised by several producers, by all of a body, or in different steps
# SPDX-License-Identifier: Apache-2.0
#
# A threshold decides for one producer if it lies between what is there before it retires and after.
#
# RUN: split-file %s %t
#
# RUN: for i in two_producers all_counted weights; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in two_producers all_counted weights; do for n in 1 2 3 4; do %counterpoint check %t/program.cp \
# RUN:   %t/$i.cp --trips random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in waits_for_idle; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=REFINES || exit 1; done
# REFINES: verdict: refines by=z3+cvc5 bound=trips:all
# RUN: %counterpoint check %t/program.cp %t/waits_for_idle.cp --trips s=1 --expect refines > /dev/null
#
# RUN: for i in weights_low; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/weights_low.cp --trips s=1 --expect unsafe > /dev/null

#--- program.cp
program shared
engine e0 e1 e2
loop s trips dynamic {
  e0: a after x@s-2
  e0: idle
  e0: b after y@s-1
  e1: x after a, b@s-1
  e2: y after b, x
}
#--- two_producers.cp
implementation shared
engine e0 e1 e2
semaphore ab sx sy
loop s trips dynamic {
  e0: wa := n - 1
  e0: wb := n
  e0: n := n + 1
  e1: w := m + 1
  e1: m := m + 2
  e1: v := m - 2
  e2: m := m + 2
  e2: k := k + 1
  e0: a wait sx >= wa signal ab += 1
  e0: idle
  e0: b wait sy >= wb signal ab += 1
  e1: x wait ab >= w, ab >= v signal sx += 1
  e2: y wait ab >= m, sx >= k signal sy += 1
}
#--- all_counted.cp
implementation shared
engine e0 e1 e2
semaphore ab sx sy
loop s trips dynamic {
  e0: wa := n - 1
  e0: wb := n
  e0: n := n + 1
  e1: w := m + 1
  e1: m := m + 3
  e2: m := m + 3
  e2: k := k + 1
  e0: a wait sx >= wa signal ab += 1
  e0: idle signal ab += 1
  e0: b wait sy >= wb signal ab += 1
  e1: x wait ab >= w signal sx += 1
  e2: y wait ab >= m, sx >= k signal sy += 1
}
#--- weights.cp
implementation shared
engine e0 e1 e2
semaphore ab = -7 sx sy
e1: m := -7
e2: m := -7
loop s trips dynamic {
  e0: wa := n - 1
  e0: wb := n
  e0: n := n + 1
  e1: w := m + 1
  e1: m := m + 6
  e2: m := m + 6
  e2: w := m - 2
  e2: k := k + 1
  e0: a wait sx >= wa signal ab += 1
  e0: idle signal ab += 2
  e0: b wait sy >= wb signal ab += 3
  e1: x wait ab >= w signal sx += 1
  e2: y wait ab >= w, sx >= k signal sy += 1
}
#--- weights_low.cp
implementation shared
engine e0 e1 e2
semaphore ab = -7 sx sy
e1: m := -7
e2: m := -7
loop s trips dynamic {
  e0: wa := n - 1
  e0: wb := n
  e0: n := n + 1
  e1: w := m + 1
  e1: m := m + 6
  e2: m := m + 6
  e2: w := m - 3
  e2: k := k + 1
  e0: a wait sx >= wa signal ab += 1
  e0: idle signal ab += 2
  e0: b wait sy >= wb signal ab += 3
  e1: x wait ab >= w signal sx += 1
  e2: y wait ab >= w, sx >= k signal sy += 1
}
#--- waits_for_idle.cp
implementation shared
engine e0 e1 e2
semaphore ab sx sy
loop s trips dynamic {
  e0: wa := n - 1
  e0: wb := n
  e0: n := n + 1
  e1: w := m + 2
  e1: m := m + 3
  e2: m := m + 3
  e2: k := k + 1
  e0: a wait sx >= wa signal ab += 1
  e0: idle signal ab += 1
  e0: b wait sy >= wb signal ab += 1
  e1: x wait ab >= w signal sx += 1
  e2: y wait ab >= m, sx >= k signal sy += 1
}
