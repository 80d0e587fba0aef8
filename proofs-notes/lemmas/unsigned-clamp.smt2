; unsigned-clamp: for an unsigned comparison: max(0, threshold).
; SPDX-License-Identifier: Apache-2.0
;
; sem >= 0 always. Then sem >= max(0, V) <=> sem >= V, and max(0, V) >= 0.
;
; fault: (>= sem 0) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(define-fun imax ((a Int) (b Int)) Int (ite (<= a b) b a))
(declare-const sem Int)
(declare-const V Int)
(assert (>= sem 0))
(assert (! (not (and
  (= (>= sem (imax 0 V)) (>= sem V))
  (>= (imax 0 V) 0))) :named goal))
(check-sat)
