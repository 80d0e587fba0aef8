; conjunction: safe and live obligations together say that the conjunctions agree.
; SPDX-License-Identifier: Apache-2.0
;
; Equation 1 asks for S1 and S2, the waits are I1 and I2 (the step of the induction over more of either). If the waits
; imply each dependency (safe) and the dependencies imply each wait (live), then I1 and I2 <=> S1 and S2.
;
; fault: (=> (and S1 S2) I2) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const I1 Bool)
(declare-const I2 Bool)
(declare-const S1 Bool)
(declare-const S2 Bool)
; safe
(assert (=> (and I1 I2) S1))
(assert (=> (and I1 I2) S2))
; live
(assert (=> (and S1 S2) I1))
(assert (=> (and S1 S2) I2))
(assert (! (not (= (and I1 I2) (and S1 S2))) :named goal))
(check-sat)
