; wrap-first-error: just beyond the range the wrapped comparison is wrong, in both directions.
; SPDX-License-Identifier: Apache-2.0
;
; H <= d < 2 H => int_w(d) < 0: a wake-up is lost. -2 H <= d < -H => int_w(d) >= 0: an early release.
; Further away the sign may be right again by accident, so the bound is needed always, not only at the end.
;
; fault: (<= (- H) y) => (<= (* (- 2) H) y)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const H Int)
(declare-const d Int)
(declare-const y Int)
(declare-const z Int)
; H = 2^(w-1); y is d modulo 2 H in the signed range, z the quotient
(assert (>= H 1))
(assert (= d (+ (* 2 H z) y)))
(assert (<= (- H) y))
(assert (< y H))
(assert (! (not (and
  (=> (and (<= H d) (< d (* 2 H))) (< y 0))
  (=> (and (<= (* (- 2) H) d) (< d (- H))) (>= y 0)))) :named goal))
(check-sat)
