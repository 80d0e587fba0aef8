; cursor-equal-entry: the retire cursor of equal increments survives the entry of an iteration.
; SPDX-License-Identifier: Apache-2.0
;
; Inv(F, q): 0 <= q <= N, F >= 0, q < N => F >= 1, sem = s0 + inc (N (F - 1) + q), R_j = F if q >= j, else F - 1.
;
; Entry, from q = N: F' = F + 1, q' = 0; nothing retires.
;
; fault: (= q N) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const j Int)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const F Int)
(declare-const q Int)
(declare-const sem Int)
(declare-const R Int)
(declare-const F1 Int)
(declare-const q1 Int)
(declare-const sem1 Int)
(declare-const R1 Int)
; the cursor; j names any of the N instructions
(assert (<= 1 j N))
(assert (<= 0 q N))
(assert (>= F 0))
(assert (=> (< q N) (>= F 1)))
; what the invariant says before
(assert (= sem (+ s0 (* inc (+ (* N (- F 1)) q)))))
(assert (= R (ite (>= q j) F (- F 1))))
; entry
(assert (= q N))
(assert (= F1 (+ F 1)))
(assert (= q1 0))
(assert (= sem1 sem))
(assert (= R1 R))
(assert (! (not (and
  (<= 0 q1 N)
  (>= F1 0)
  (=> (< q1 N) (>= F1 1))
  (= sem1 (+ s0 (* inc (+ (* N (- F1 1)) q1))))
  (= R1 (ite (>= q1 j) F1 (- F1 1))))) :named goal))
(check-sat)
