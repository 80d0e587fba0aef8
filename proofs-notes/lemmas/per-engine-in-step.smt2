; per-engine-in-step: per-engine: a register in step with a count grows by the same where the walk passes over.
; SPDX-License-Identifier: Apache-2.0
;
; O is the count of an engine, k a register, O0 and k0 what they were where the walk begins to pass over. Invariant:
; O - O0 = k - k0 >= 0. A block that adds g >= 0 to the count adds the same to the register, whatever it is; so one
; number that is not negative leads from (O0, k0) to where the walk stops again.
;
; fault: (= k1 (+ k g)) => (= k1 (+ k 1))
; fault: (assert (>= g 0)) => (assert (>= g (- 1)))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const O Int)
(declare-const O0 Int)
(declare-const k Int)
(declare-const k0 Int)
(declare-const g Int)
(declare-const O1 Int)
(declare-const k1 Int)
(assert (>= g 0))
; before
(assert (= (- O O0) (- k k0)))
(assert (>= (- O O0) 0))
; a block
(assert (= O1 (+ O g)))
(assert (= k1 (+ k g)))
(assert (! (not (and (= (- O1 O0) (- k1 k0)) (>= (- O1 O0) 0))) :named goal))
(check-sat)
