; two-level-shift: two levels: the registers hold A and Z of every earlier Q-iteration.
; SPDX-License-Identifier: Apache-2.0
;
; q_j = r_S at the start of the Q-iteration j before the current one. M names any Q-iteration; A, Z its bounds.
; At head(S) inside Q: M >= 1, M = E_Q - j => A = q_j, and for j >= 1 Z = q_(j-1). One more Q-iteration: the end
; (Z := ite(M = E_Q, E_S, Z)), the entry (A := ite(M = E_Q, E_S, A) with the new E_Q) and the shift keep it. At head(Q),
; between the end and the entry, M = E_Q - j => A = q_j and Z = q_(j-1), or E_S for j = 0.
;
; fault: (= Z1 (ite (= M EQ) ES Z)) => (= Z1 Z)
; fault: (= q_j1 (ite (= j 0) ES q_j_1)) => (= q_j1 q_j_1)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const M Int)
(declare-const j Int)
(declare-const EQ Int)
(declare-const ES Int)
(declare-const A Int)
(declare-const Z Int)
(declare-const q_j_1 Int)
(declare-const q_j_2 Int)
(declare-const EQ1 Int)
(declare-const A1 Int)
(declare-const Z1 Int)
(declare-const q_j1 Int)
(declare-const q_j_11 Int)
; inside Q-iteration E_Q, for j - 1
(assert (>= j 0))
(assert (=> (and (>= j 1) (>= M 1) (= M (- EQ (- j 1)))) (= A q_j_1)))
(assert (=> (and (>= j 2) (>= M 1) (= M (- EQ (- j 1)))) (= Z q_j_2)))
; the end of it
(assert (= Z1 (ite (= M EQ) ES Z)))
; the next entry
(assert (= EQ1 (+ EQ 1)))
(assert (= A1 (ite (= M EQ1) ES A)))
; the shift: the new q_j and q_(j-1)
(assert (= q_j1 (ite (= j 0) ES q_j_1)))
(assert (= q_j_11 (ite (= j 1) ES q_j_2)))
(assert (! (not (and
  (=> (and (>= j 1) (>= M 1) (= M (- EQ (- j 1)))) (and (= A q_j_1) (= Z1 (ite (= j 1) ES q_j_2))))
  (=> (and (>= M 1) (= M (- EQ1 j))) (= A1 q_j1))
  (=> (and (>= j 1) (>= M 1) (= M (- EQ1 j))) (= Z1 q_j_11)))) :named goal))
(check-sat)
