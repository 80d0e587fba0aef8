; ghost-now: distance 0: a threshold that is E_P is the count of the whole iteration once p's item is over.
; SPDX-License-Identifier: Apache-2.0
;
; V: c has been passed in iteration N; X: the threshold used there. Before c: V => N < E_S. At c, after p's item: X :=
; ite(N = E_S, E_P, X), V := V or N = E_S. E_P does not change until the iteration ends, so that then V => N <= E_S, and
; the deferred obligation holds: V and N = E_S => X = E_P.
;
; fault: (= EP_end EP) => (>= EP_end EP)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const ES Int)
(declare-const EP Int)
(declare-const EP_end Int)
(declare-const X Int)
(declare-const X1 Int)
(declare-const V Bool)
(declare-const V1 Bool)
; before c in this iteration
(assert (=> V (< N ES)))
; at c
(assert (= X1 (ite (= N ES) EP X)))
(assert (= V1 (or V (= N ES))))
; p's item is over
(assert (= EP_end EP))
(assert (! (not (and
  (=> V1 (<= N ES))
  (=> (and V1 (= N ES)) (= X1 EP_end)))) :named goal))
(check-sat)
