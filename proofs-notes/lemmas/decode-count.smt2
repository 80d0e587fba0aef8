; decode-count: the same in the number of retirements of the scope, without start value and increment.
; SPDX-License-Identifier: Apache-2.0
;
; u = N (F - 1) + q is the number of counted retirements. With y = r - F there is one product:
; N (F - 1) + q >= N r - (N - K) <=> q >= N y + K <=> R - F >= y, where R - F = 0 if q >= K, else -1.
;
; fault: K)) (>= R => 1)) (>= R
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const F Int)
(declare-const q Int)
(declare-const y Int)
(declare-const R Int)
; the retire cursor of a scope on its engine
(assert (<= 1 K N))
(assert (<= 0 q N))
(assert (>= F 0))
(assert (=> (< q N) (>= F 1)))
; retirements of the K-th
(assert (= R (ite (>= q K) F (- F 1))))
(assert (! (not (= (>= q (+ (* N y) K)) (>= R (+ F y)))) :named goal))
(check-sat)
