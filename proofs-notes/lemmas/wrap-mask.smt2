; wrap-mask: the subtracting mask with a wrapped difference.
; SPDX-License-Identifier: Apache-2.0
;
; H = 2^(w-1) = 2 Q, Q = 2^(w-2) >= 1. W = V - (1 - mask) Q, mask = gt(t, k); y = int_w(s - W).
; If the lag is bounded, -Q <= s - V < Q, then y >= 0 <=> t <= k or s >= V: when nothing is owed the wait is open,
; and neither case leaves the range.
;
; fault: (<= (- Q) (- s V)) => (<= (- H) (- s V))
; fault: (< (- s V) Q) => (< (- s V) H)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const H Int)
(declare-const Q Int)
(declare-const t Int)
(declare-const k Int)
(declare-const s Int)
(declare-const V Int)
(declare-const W Int)
(declare-const d Int)
(declare-const y Int)
(declare-const z Int)
; Q is a quarter of the range
(assert (>= Q 1))
(assert (= H (* 2 Q)))
; the wait
(assert (= W (- V (ite (> t k) 0 Q))))
(assert (= d (- s W)))
; H = 2^(w-1); y is d modulo 2 H in the signed range, z the quotient
(assert (>= H 1))
(assert (= d (+ (* 2 H z) y)))
(assert (<= (- H) y))
(assert (< y H))
; the lag is bounded
(assert (<= (- Q) (- s V)))
(assert (< (- s V) Q))
(assert (! (not (= (>= y 0) (or (<= t k) (>= s V)))) :named goal))
(check-sat)
