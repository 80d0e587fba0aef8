; ghost-nested: nested, k = 1: before p's item the last iteration's count is the count now.
; SPDX-License-Identifier: Apache-2.0
;
; Invariant outside S: N >= 1, N = E_S => C = E_P; inside S strictly before p's item: N >= 1, N = E_S - 1 => C = E_P.
; Entry leads from the first to the second; p's item (E_P grows) and the end of the iteration lead back.
;
; fault: (= C1 (ite (= N ES1) EP1 C)) => (= C1 (ite (= N ES1) EP C))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const ES Int)
(declare-const EP Int)
(declare-const C Int)
(declare-const ES1 Int)
(declare-const EP1 Int)
(declare-const C1 Int)
; outside S
(assert (=> (and (>= N 1) (= N ES)) (= C EP)))
; entry; before p's item E_P is what it was
(assert (= ES1 (+ ES 1)))
; p's item, end
(assert (>= EP1 EP))
(assert (= C1 (ite (= N ES1) EP1 C)))
(assert (! (not (and
  (=> (and (>= N 1) (= N (- ES1 1))) (= C EP))
  (=> (and (>= N 1) (= N ES1)) (= C1 EP1)))) :named goal))
(check-sat)
