; per-engine-capture: per-engine: the ghost D is the ordinal of the M-th pass of p on the consumer's own walk.
; SPDX-License-Identifier: Apache-2.0
;
; O counts the other engine's instructions passed virtually, V those that are p; M names any pass.
; D := ite(M = V, O, D) at p. d is the ordinal of the M-th pass. Invariant: 1 <= M <= V => D = d <= O. Passing p once
; more keeps it, and captures an ordinal above every earlier one.
;
; fault: (= D1 (ite (= M V1) O1 D)) => (= D1 D)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const M Int)
(declare-const V Int)
(declare-const O Int)
(declare-const D Int)
(declare-const V1 Int)
(declare-const O1 Int)
(declare-const D1 Int)
(declare-const dM Int)
; before: D is right for passes made
(assert (=> (and (>= M 1) (<= M V)) (and (= D dM) (<= D O))))
; p is passed
(assert (= V1 (+ V 1)))
(assert (= O1 (+ O 1)))
(assert (=> (= M V1) (= dM O1)))
(assert (= D1 (ite (= M V1) O1 D)))
(assert (! (not (=> (and (>= M 1) (<= M V1)) (and (= D1 dM) (<= D1 O1) (=> (= M V1) (> D1 O))))) :named goal))
(check-sat)
