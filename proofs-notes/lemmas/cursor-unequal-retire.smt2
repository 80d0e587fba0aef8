; cursor-unequal-retire: the retire cursor of unequal increments survives a retirement inside an iteration.
; SPDX-License-Identifier: Apache-2.0
;
; pre(j) = inc_1 + ... + inc_j, total = pre(N). Inv(F, q): 0 <= q <= N, F >= 0, q < N => F >= 1,
; sem = s0 + total (F - 1) + pre(q), R_j = F if q >= j, else F - 1. pre(q) and pre(q') are free constants.
;
; Instruction q + 1 retires, q < N: q' = q + 1, pre(q') = pre(q) + inc_(q+1), sem' = sem + inc_(q+1).
;
; fault: (= sem1 (+ sem inc_next)) => (= sem1 (+ sem 1))
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const j Int)
(declare-const s0 Int)
(declare-const total Int)
(declare-const F Int)
(declare-const q Int)
(declare-const sem Int)
(declare-const R Int)
(declare-const F1 Int)
(declare-const q1 Int)
(declare-const sem1 Int)
(declare-const R1 Int)
(declare-const pre_q Int)
(declare-const pre_q1 Int)
(declare-const inc_next Int)
; the cursor; j names any of the N instructions
(assert (<= 1 j N))
(assert (<= 0 q N))
(assert (>= F 0))
(assert (=> (< q N) (>= F 1)))
; prefix sums at q: pre(0) = 0, pre(N) = total, 0 <= pre <= total
(assert (<= 0 pre_q total))
(assert (=> (= q 0) (= pre_q 0)))
(assert (=> (= q N) (= pre_q total)))
; what the invariant says before
(assert (= sem (+ s0 (* total (- F 1)) pre_q)))
(assert (= R (ite (>= q j) F (- F 1))))
; retirement of instruction q + 1
(assert (< q N))
(assert (>= inc_next 0))
(assert (= F1 F))
(assert (= q1 (+ q 1)))
(assert (= pre_q1 (+ pre_q inc_next)))
(assert (= sem1 (+ sem inc_next)))
(assert (= R1 (+ R (ite (= j (+ q 1)) 1 0))))
(assert (! (not (and
  (<= 0 q1 N)
  (>= F1 0)
  (=> (< q1 N) (>= F1 1))
  (= sem1 (+ s0 (* total (- F1 1)) pre_q1))
  (= R1 (ite (>= q1 j) F1 (- F1 1))))) :named goal))
(check-sat)
