; decode-producers: counting only some instructions of a body says the same as counting all.
; SPDX-License-Identifier: Apache-2.0
;
; A body of n instructions; x of them have retired in iteration F; p is the j-th. Only some are counted: N in all,
; q among the first x, K among the first j (p is one of them). Counting is monotone, and grows by one at p:
; x >= j => q >= K; x < j => q <= K - 1; x = n => q = N.
; With R = F if x >= j, else F - 1, for every r: s0 + inc (N (F - 1) + q) >= s0 + inc (N r - (N - K)) <=> R >= r.
;
; fault: (<= q (- K 1)) => (<= q K)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const x Int)
(declare-const j Int)
(declare-const N Int)
(declare-const K Int)
(declare-const F Int)
(declare-const q Int)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const sem Int)
(declare-const R Int)
(declare-const r Int)
; the cursor in all instructions
(assert (<= 1 j n))
(assert (<= 0 x n))
(assert (>= F 0))
(assert (=> (< x n) (>= F 1)))
; what is counted
(assert (<= 1 K N))
(assert (<= N n))
(assert (<= 0 q N))
(assert (=> (= x n) (= q N)))
; counting is monotone and p is counted
(assert (=> (>= x j) (>= q K)))
(assert (=> (< x j) (<= q (- K 1))))
; equal increments
(assert (>= inc 1))
(assert (= sem (+ s0 (* inc (+ (* N (- F 1)) q)))))
; retirements of p
(assert (= R (ite (>= x j) F (- F 1))))
(assert (! (not (= (>= sem (+ s0 (* inc (- (* N r) (- N K))))) (>= R r))) :named goal))
(check-sat)
