; decode-unequal: thresholds on a semaphore of unequal increments, by prefix sums.
; SPDX-License-Identifier: Apache-2.0
;
; pre(j) = inc_1 + ... + inc_j, increments >= 0, the producer's own >= 1; total = pre(N).
; sem = s0 + total (F - 1) + pre(q); R = F if q >= K, else F - 1.
; If s0 + total (r - 1) + pre(K - 1) < W <= s0 + total (r - 1) + pre(K) then sem >= W <=> R >= r.
; pre(q), pre(K), pre(K - 1) are free constants: of pre only that it is monotone is used.
;
; fault: (< (+ s0 => (<= (+ s0
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const F Int)
(declare-const q Int)
(declare-const s0 Int)
(declare-const total Int)
(declare-const pre_q Int)
(declare-const pre_K Int)
(declare-const pre_K_1 Int)
(declare-const sem Int)
(declare-const R Int)
(declare-const r Int)
(declare-const W Int)
; the retire cursor of a scope on its engine
(assert (<= 1 K N))
(assert (<= 0 q N))
(assert (>= F 0))
(assert (=> (< q N) (>= F 1)))
; prefix sums
(assert (<= 0 pre_K_1))
(assert (< pre_K_1 pre_K))
(assert (<= pre_K total))
(assert (<= 0 pre_q total))
; monotone
(assert (=> (>= q K) (>= pre_q pre_K)))
(assert (=> (< q K) (<= pre_q pre_K_1)))
; the semaphore and the producer
(assert (= sem (+ s0 (* total (- F 1)) pre_q)))
(assert (= R (ite (>= q K) F (- F 1))))
; the threshold
(assert (< (+ s0 (* total (- r 1)) pre_K_1) W))
(assert (<= W (+ s0 (* total (- r 1)) pre_K)))
(assert (! (not (= (>= sem W) (>= R r))) :named goal))
(check-sat)
