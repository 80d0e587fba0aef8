# One semaphore for all of an engine: a running sum, products of counts, snapshots
# SPDX-License-Identifier: Apache-2.0
#
# Every retirement on engine f counts. The threshold may be kept as one running number, be put together from
# counts of scopes, or be noted block by block.
#
# RUN: split-file %s %t
#
# RUN: for i in running_sum sum_form snapshot; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in running_sum sum_form snapshot; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp \
# RUN:   --trips random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in forgets_the_head; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay \
# RUN:   %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/forgets_the_head.cp --trips q=1 --trips kv=0 --expect unsafe > /dev/null
#
# RUN: for i in one_more_per_trip; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace \
# RUN:   %t/$i.steps | FileCheck %s --check-prefix=DEADLOCK && %counterpoint run %t/program.cp --replay %t/$i.steps \
# RUN:   --expect limit > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps \
# RUN:   --expect deadlock > /dev/null || exit 1; done
# DEADLOCK: A run refutes it, with --trips
# DEADLOCK: verdict: deadlock reason=stuck by=
# RUN: %counterpoint check %t/program.cp %t/one_more_per_trip.cp --trips q=2 --trips kv=0 \
# RUN:   --expect deadlock > /dev/null

#--- program.cp
program whole_engine
engine f e
loop q trips dynamic {
  f: head
  loop kv trips dynamic {
    f: a
    f: b
    e: c after b, head, b@kv-1
  }
  f: tail after c
  e: d after tail, a
}
#--- running_sum.cp
implementation whole_engine
engine f e
semaphore all own
loop q trips dynamic {
  e: n := n + 1
  e: h := n
  f: head signal all += 1
  loop kv trips dynamic {
    e: n := n + 2
    f: w := w + 1
    f: a signal all += 1
    f: b signal all += 1
    e: c wait all >= n signal own += 1
  }
  e: n := n + 1
  f: tail wait own >= w signal all += 1
  e: d wait all >= n
}
#--- sum_form.cp
implementation whole_engine
engine f e
semaphore all own
loop q trips dynamic {
  e: rq := rq + 1
  f: head signal all += 1
  loop kv trips dynamic {
    e: rk := rk + 1
    f: rk := rk + 1
    e: w := rk * 2
    e: u := rq * 2
    e: w := w + u
    e: w := w - 1
    f: a signal all += 1
    f: b signal all += 1
    e: c wait all >= w signal own += 1
  }
  e: w := rk * 2
  e: u := rq * 2
  e: w := w + u
  f: tail wait own >= rk signal all += 1
  e: d wait all >= w
}
#--- snapshot.cp
implementation whole_engine
engine f e
semaphore all own
loop q trips dynamic {
  e: head0 := total + 1
  e: total := total + 1
  f: head signal all += 1
  loop kv trips dynamic {
    e: b1 := b0
    e: a0 := total + 1
    e: b0 := total + 2
    e: total := total + 2
    f: k := k + 1
    f: a signal all += 1
    f: b signal all += 1
    e: c wait all >= head0, all >= b0 signal own += 1
  }
  e: tail0 := total + 1
  e: total := total + 1
  f: tail wait own >= k signal all += 1
  e: d wait all >= tail0, all >= a0
}
#--- forgets_the_head.cp
implementation whole_engine
engine f e
semaphore all own
loop q trips dynamic {
  f: head signal all += 1
  loop kv trips dynamic {
    e: n := n + 2
    f: w := w + 1
    f: a signal all += 1
    f: b signal all += 1
    e: c wait all >= n signal own += 1
  }
  e: n := n + 1
  f: tail wait own >= w signal all += 1
  e: d wait all >= n
}
#--- one_more_per_trip.cp
implementation whole_engine
engine f e
semaphore all own
loop q trips dynamic {
  e: n := n + 1
  f: head signal all += 1
  loop kv trips dynamic {
    e: n := n + 2
    f: w := w + 1
    f: a signal all += 1
    f: b signal all += 1
    e: c wait all >= n signal own += 1
  }
  e: n := n + 1
  f: tail wait own >= w signal all += 1
  e: d wait all >= n
  e: n := n + 1
}
