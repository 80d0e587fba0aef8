; mask-choice: how a product of two registers is given to a solver loses nothing for a mask.
; SPDX-License-Identifier: Apache-2.0
;
; For m in {0, 1} and any `fresh`: ite(m = 0, 0, ite(m = 1, x, fresh)) = m x. For other m it is any number at all,
; which can only keep a goal from being proved.
;
; fault: (or (= m 0) (= m 1)) => (<= 0 m 2)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const m Int)
(declare-const x Int)
(declare-const fresh Int)
; a mask
(assert (or (= m 0) (= m 1)))
(assert (! (not (= (ite (= m 0) 0 (ite (= m 1) x fresh)) (* m x))) :named goal))
(check-sat)
