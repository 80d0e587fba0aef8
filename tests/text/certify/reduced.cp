# Thresholds by strength reduction: running thresholds instead of products
# SPDX-License-Identifier: Apache-2.0
#
# Per loop and engine, and per instruction; w += N in each iteration, a flag that is set once the first iteration
# of a trip has begun instead of a comparison, and a distance from where the trip began.
#
# RUN: split-file %s %t
#
# RUN: for i in running per_trip; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in running per_trip; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random \
# RUN:   --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in running_early per_trip_early; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp \
# RUN:   --trace %t/$i.steps | FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay \
# RUN:   %t/$i.steps --expect differs > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp \
# RUN:   --replay %t/$i.steps --expect limit > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/running_early.cp --trips q=1 --trips kv=2 --expect unsafe > /dev/null
# RUN: %counterpoint check %t/program.cp %t/per_trip_early.cp --trips q=1 --trips kv=2 --expect unsafe > /dev/null

#--- program.cp
program reduced
engine dma pe act
loop q trips dynamic {
  dma: first after last@q-1
  loop kv trips dynamic {
    dma: k after p@kv-1
    dma: v after p@kv-1
    pe: s after k, first
    pe: p after v, s
  }
  act: last after p
}
#--- running.cp
implementation reduced
engine dma pe act
semaphore d p a f
loop q trips dynamic {
  dma: wl := qd
  dma: qd := qd + 1
  pe: qp := qp + 1
  dma: bp := wp
  dma: first wait a >= wl signal f += 1
  loop kv trips dynamic {
    pe: wk := wv + 1
    pe: wv := wv + 2
    dma: w := wp - bp
    dma: w := min(w, 1)
    dma: w := w * wp
    dma: wp := wp + 2
    act: wp := wp + 2
    dma: k wait p >= w signal d += 1
    dma: v wait p >= w signal d += 1
    pe: s wait d >= wk, f >= qp signal p += 1
    pe: p wait d >= wv, p >= wk signal p += 1
  }
  act: last wait p >= wp signal a += 1
}
#--- running_early.cp
implementation reduced
engine dma pe act
semaphore d p a f
loop q trips dynamic {
  dma: wl := qd
  dma: qd := qd + 1
  pe: qp := qp + 1
  dma: bp := wp
  dma: first wait a >= wl signal f += 1
  loop kv trips dynamic {
    pe: wk := wv + 1
    pe: wv := wv + 2
    dma: w := wp - bp
    dma: w := w div 2
    dma: w := min(w, 1)
    dma: v1 := wp - 1
    dma: w := w * v1
    dma: wp := wp + 2
    act: wp := wp + 2
    dma: k wait p >= w signal d += 1
    dma: v wait p >= w signal d += 1
    pe: s wait d >= wk, f >= qp signal p += 1
    pe: p wait d >= wv, p >= wk signal p += 1
  }
  act: last wait p >= wp signal a += 1
}
#--- per_trip.cp
implementation reduced
engine dma pe act
semaphore kk vv ss pp a f
loop q trips dynamic {
  dma: qd := qd + 1
  dma: wl := qd - 1
  pe: qp := qp + 1
  dma: m := 0
  dma: first wait a >= wl signal f += 1
  loop kv trips dynamic {
    pe: n := n + 1
    act: n := n + 1
    dma: w := n * m
    dma: m := 1
    dma: n := n + 1
    dma: k wait pp >= w signal kk += 1
    dma: v signal vv += 1
    pe: s wait kk >= n, f >= qp signal ss += 1
    pe: p wait vv >= n, ss >= n signal pp += 1
  }
  act: last wait pp >= n signal a += 1
}
#--- per_trip_early.cp
implementation reduced
engine dma pe act
semaphore kk vv ss pp a f
loop q trips dynamic {
  dma: qd := qd + 1
  dma: wl := qd - 1
  pe: qp := qp + 1
  dma: m := 0
  dma: first wait a >= wl signal f += 1
  loop kv trips dynamic {
    pe: n := n + 1
    act: n := n + 1
    dma: k signal kk += 1
    dma: w := n * m
    dma: m := 1
    dma: n := n + 1
    dma: v wait pp >= w signal vv += 1
    pe: s wait kk >= n, f >= qp signal ss += 1
    pe: p wait vv >= n, ss >= n signal pp += 1
  }
  act: last wait pp >= n signal a += 1
}
