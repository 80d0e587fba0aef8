; decode-equal: a threshold on a semaphore of equal increments is a count of retirements.
; SPDX-License-Identifier: Apache-2.0
;
; 1 <= K <= N: the instructions that raise s are N, the producer is the K-th of them.
; F >= 0, 0 <= q <= N, q < N => F >= 1: the retire cursor stands after q of the N in iteration F.
; sem = s0 + inc (N (F - 1) + q), inc >= 1; R = F if q >= K, else F - 1.
; For every r: sem >= s0 + inc (N r - (N - K)) <=> R >= r.
;
; fault: (- N K) => N
; fault: (>= q K) => (> q K)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const F Int)
(declare-const q Int)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const sem Int)
(declare-const R Int)
(declare-const r Int)
; the retire cursor of a scope on its engine
(assert (<= 1 K N))
(assert (<= 0 q N))
(assert (>= F 0))
(assert (=> (< q N) (>= F 1)))
; equal increments
(assert (>= inc 1))
(assert (= sem (+ s0 (* inc (+ (* N (- F 1)) q)))))
; retirements of the K-th
(assert (= R (ite (>= q K) F (- F 1))))
(assert (! (not (= (>= sem (+ s0 (* inc (- (* N r) (- N K))))) (>= R r))) :named goal))
(check-sat)
