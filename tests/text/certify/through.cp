# Everything of the trip before: as a maximum, or by an earlier wait of the same engine
# SPDX-License-Identifier: Apache-2.0
#
# load_q has waited for all of the trip before, so load_k need not, nor need it mask its distance within the trip.
#
# RUN: split-file %s %t
#
# RUN: for i in one_base no_base; do %counterpoint certify %t/program.cp %t/$i.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for i in one_base no_base; do for n in 1 2 3 4; do %counterpoint check %t/program.cp %t/$i.cp --trips random \
# RUN:   --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# RUN: for i in no_mask; do %expect-exit 10 %counterpoint certify %t/program.cp %t/$i.cp --trace %t/$i.steps | \
# RUN:   FileCheck %s --check-prefix=UNSAFE && %counterpoint run %t/program.cp --replay %t/$i.steps --expect differs \
# RUN:   > /dev/null 2>&1 && %counterpoint run %t/$i.cp --program %t/program.cp --replay %t/$i.steps --expect limit \
# RUN:   > /dev/null || exit 1; done
# UNSAFE: A run refutes it, with --trips
# UNSAFE: verdict: unsafe reason=early-issue by=
# RUN: %counterpoint check %t/program.cp %t/no_mask.cp --trips q=2 --trips kv=1 --expect unsafe > /dev/null

#--- program.cp
program through
engine dma pe act
loop q trips dynamic {
  dma: load_q after qk@q-1@*
  loop kv trips dynamic {
    dma: load_k after qk@kv-2, qk@q-1@*
    pe: qk after load_q, load_k
    if causal {
      act: mask after qk
    }
    pe: pv after mask, qk
  }
  act: store after pv
}
#--- one_base.cp
implementation through
engine dma pe act
semaphore q k s m v
loop q trips dynamic {
  dma: done := n
  pe: nq := nq + 1
  dma: load_q wait s >= done signal q += 1
  loop kv trips dynamic {
    dma: w := n - 1
    dma: w := max(w, done)
    dma: n := n + 1
    pe: n := n + 1
    dma: load_k wait s >= w signal k += 1
    pe: qk wait q >= nq, k >= n signal s += 1
    act: n := n + 1
    if causal {
      pe: nm := nm + 1
      act: mask wait s >= n signal m += 1
    }
    pe: pv wait m >= nm, s >= n signal v += 1
  }
  act: store wait v >= n
}
#--- no_base.cp
implementation through
engine dma pe act
semaphore q k s m v
loop q trips dynamic {
  dma: done := n
  pe: nq := nq + 1
  dma: load_q wait s >= done signal q += 1
  loop kv trips dynamic {
    dma: w := n - 1
    dma: n := n + 1
    pe: n := n + 1
    dma: load_k wait s >= w signal k += 1
    pe: qk wait q >= nq, k >= n signal s += 1
    act: n := n + 1
    if causal {
      pe: nm := nm + 1
      act: mask wait s >= n signal m += 1
    }
    pe: pv wait m >= nm, s >= n signal v += 1
  }
  act: store wait v >= n
}
#--- no_mask.cp
implementation through
engine dma pe act
semaphore q k s m v
loop q trips dynamic {
  dma: done := n
  pe: nq := nq + 1
  dma: load_q signal q += 1
  loop kv trips dynamic {
    dma: w := n - 1
    dma: w := max(w, done)
    dma: n := n + 1
    pe: n := n + 1
    dma: load_k wait s >= w signal k += 1
    pe: qk wait q >= nq, k >= n signal s += 1
    act: n := n + 1
    if causal {
      pe: nm := nm + 1
      act: mask wait s >= n signal m += 1
    }
    pe: pv wait m >= nm, s >= n signal v += 1
  }
  act: store wait v >= n
}
