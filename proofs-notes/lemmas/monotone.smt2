; monotone: a guard that holds stays true, and so does a wait.
; SPDX-License-Identifier: Apache-2.0
;
; R only grows, increments are not negative. T <= k or R >= thr is kept, and sem >= W is kept, as long as the consumer's
; engine stands at c (its T, thr and W do not change).
;
; fault: (>= inc 0) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const T Int)
(declare-const k Int)
(declare-const R Int)
(declare-const R1 Int)
(declare-const thr Int)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const sem Int)
(declare-const sem1 Int)
(declare-const W Int)
; one retirement or none
(assert (>= R1 R))
(assert (>= inc 0))
; the semaphore
(assert (= sem (+ s0 (* inc R))))
(assert (= sem1 (+ s0 (* inc R1))))
(assert (! (not (and
  (=> (or (<= T k) (>= R thr)) (or (<= T k) (>= R1 thr)))
  (=> (>= sem W) (>= sem1 W)))) :named goal))
(check-sat)
