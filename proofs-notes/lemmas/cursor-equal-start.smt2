; cursor-equal-start: the retire cursor of equal increments holds at the start.
; SPDX-License-Identifier: Apache-2.0
;
; Inv(F, q): 0 <= q <= N, F >= 0, q < N => F >= 1, sem = s0 + inc (N (F - 1) + q), R_j = F if q >= j, else F - 1.
;
; Before the first iteration F = 0 and q = N: nothing has retired and sem = s0.
;
; fault: (= q1 N) => (= q1 0)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const j Int)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const F1 Int)
(declare-const q1 Int)
(declare-const sem1 Int)
(declare-const R1 Int)
; j names any of the N instructions
(assert (<= 1 j N))
; the start
(assert (= F1 0))
(assert (= q1 N))
(assert (= sem1 s0))
(assert (= R1 0))
(assert (! (not (and
  (<= 0 q1 N)
  (>= F1 0)
  (=> (< q1 N) (>= F1 1))
  (= sem1 (+ s0 (* inc (+ (* N (- F1 1)) q1))))
  (= R1 (ite (>= q1 j) F1 (- F1 1))))) :named goal))
(check-sat)
