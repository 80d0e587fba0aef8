; history-shift: one shift keeps every history register.
; SPDX-License-Identifier: Apache-2.0
;
; h_j holds the count at the end of iteration E - 1 - j. At head(S): N >= 1, N = E => C = E_P;
; N >= 1, N = E - 1 - j => C = h_j. j >= 0 is symbolic; h_j_1 stands for h_(j-1), used when j >= 1 only.
;
; Entry: h_0 := E_P, h_j := h_(j-1), E := E + 1. The body may raise E_P; the end of the iteration updates C.
;
; fault: (ite (= j 0) EP h_j_1) => (ite (= j 0) EP1 h_j_1)
; fault: (= E1 (+ E 1)) => (= E1 (+ E 2))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const j Int)
(declare-const E Int)
(declare-const EP Int)
(declare-const C Int)
(declare-const h_j_1 Int)
(declare-const E1 Int)
(declare-const EP1 Int)
(declare-const C1 Int)
(declare-const h_j1 Int)
; at the head, before
(assert (>= j 0))
(assert (=> (and (>= N 1) (= N E)) (= C EP)))
(assert (=> (and (>= j 1) (>= N 1) (= N (- E 1 (- j 1)))) (= C h_j_1)))
; entry with its shift
(assert (= E1 (+ E 1)))
(assert (= h_j1 (ite (= j 0) EP h_j_1)))
; the body and the end
(assert (>= EP1 EP))
(assert (= C1 (ite (= N E1) EP1 C)))
(assert (! (not (and
  (=> (and (>= N 1) (= N E1)) (= C1 EP1))
  (=> (and (>= N 1) (= N (- E1 1 j))) (and (= C h_j1) (= C1 h_j1))))) :named goal))
(check-sat)
