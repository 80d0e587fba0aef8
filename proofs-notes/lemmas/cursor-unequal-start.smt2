; cursor-unequal-start: the retire cursor of unequal increments holds at the start.
; SPDX-License-Identifier: Apache-2.0
;
; pre(j) = inc_1 + ... + inc_j, total = pre(N). Inv(F, q): 0 <= q <= N, F >= 0, q < N => F >= 1,
; sem = s0 + total (F - 1) + pre(q), R_j = F if q >= j, else F - 1. pre(q) and pre(q') are free constants.
;
; Before the first iteration F = 0 and q = N, hence pre(q) = total: sem = s0.
;
; fault: (= pre_q1 total) => (= pre_q1 0)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const j Int)
(declare-const s0 Int)
(declare-const total Int)
(declare-const F1 Int)
(declare-const q1 Int)
(declare-const sem1 Int)
(declare-const R1 Int)
(declare-const pre_q1 Int)
; j names any of the N instructions
(assert (<= 1 j N))
; the start
(assert (= F1 0))
(assert (= q1 N))
(assert (= pre_q1 total))
(assert (= sem1 s0))
(assert (= R1 0))
(assert (! (not (and
  (<= 0 q1 N)
  (>= F1 0)
  (=> (< q1 N) (>= F1 1))
  (= sem1 (+ s0 (* total (- F1 1)) pre_q1))
  (= R1 (ite (>= q1 j) F1 (- F1 1))))) :named goal))
(check-sat)
