; wrap-exact: a wrapped difference is the difference iff the lag is in range.
; SPDX-License-Identifier: Apache-2.0
;
; H = 2^(w-1) > 0. d = s - W; y = int_w(d): d = 2 H z + y, -H <= y < H.
; y = d <=> -H <= d < H. In range the sign of y is the sign of d.
;
; fault: (< y H) => (<= y H)
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
  (= (= y d) (and (<= (- H) d) (< d H)))
  (=> (and (<= (- H) d) (< d H)) (= (>= y 0) (>= d 0))))) :named goal))
(check-sat)
