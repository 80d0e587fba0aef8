; ghost-count: the ghost C holds the count of Equation 1 for every target, because its ordinal is rigid.
; SPDX-License-Identifier: Apache-2.0
;
; N names any S-iteration. C := ite(N = E_S, E_P, C) at the end of every S-iteration; E_S grows by one at its entry.
; cnt is the count at the end of iteration N. Invariant, outside S: 1 <= N <= E_S => C = cnt. Step: the entry of one
; iteration, its body and its end.
;
; fault: (= C1 (ite (= N ES1) EP1 C)) => (= C1 C)
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
(declare-const cnt Int)
; before the entry
(assert (=> (and (>= N 1) (<= N ES)) (= C cnt)))
; entry, the body, the end
(assert (= ES1 (+ ES 1)))
(assert (>= EP1 EP))
(assert (=> (= N ES1) (= cnt EP1)))
(assert (= C1 (ite (= N ES1) EP1 C)))
(assert (! (not (=> (and (>= N 1) (<= N ES1)) (= C1 cnt))) :named goal))
(check-sat)
