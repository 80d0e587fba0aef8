; ghost-nothing-yet: below the root nothing of P is counted before S has been passed once.
; SPDX-License-Identifier: Apache-2.0
;
; P nested in S, no loop around S. Outside S: E_S = 0 => E_P = 0; inside S before p's item: E_S = 1 => E_P = 0.
; The entry leads from the first to the second, the body and the end back to the first. Used where a mask is left out.
;
; fault: (= ES1 (+ ES 1)) => (>= ES1 ES)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const ES Int)
(declare-const EP Int)
(declare-const ES1 Int)
(declare-const EP1 Int)
; outside S
(assert (>= ES 0))
(assert (=> (= ES 0) (= EP 0)))
; entry, body, end
(assert (= ES1 (+ ES 1)))
(assert (>= EP1 EP))
(assert (! (not (and
  (=> (= ES1 1) (= EP 0))
  (=> (= ES1 0) (= EP1 0)))) :named goal))
(check-sat)
