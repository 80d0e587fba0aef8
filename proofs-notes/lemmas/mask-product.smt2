; mask-product: a product of masks is the mask of all of them.
; SPDX-License-Identifier: Apache-2.0
;
; m is the product of the masks so far: 0 or 1, and 1 iff all their components are owed (free boolean `all`).
; Then m gt(t, k) is 0 or 1, and 1 iff all and t > k: the step of the induction over the components of a vector.
;
; fault: (= m1 (* m (gt t k))) => (= m1 (gt t k))
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(define-fun gt ((a Int) (b Int)) Int (ite (> a b) 1 0))
(declare-const m Int)
(declare-const t Int)
(declare-const k Int)
(declare-const m1 Int)
(declare-const all Bool)
; the product so far
(assert (or (= m 0) (= m 1)))
(assert (= (= m 1) all))
; one more
(assert (= m1 (* m (gt t k))))
(assert (! (not (and
  (or (= m1 0) (= m1 1))
  (= (= m1 1) (and all (> t k))))) :named goal))
(check-sat)
