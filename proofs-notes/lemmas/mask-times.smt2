; mask-times: a threshold times its mask.
; SPDX-License-Identifier: Apache-2.0
;
; mask = gt(t, k), that is 1 if t > k, else 0. s0 >= 0 and sem >= s0. Then W = mask V is V when owed and at most s0
; when not, and sem >= W <=> t <= k or sem >= V.
;
; fault: (>= s0 0) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(define-fun gt ((a Int) (b Int)) Int (ite (> a b) 1 0))
(declare-const t Int)
(declare-const k Int)
(declare-const s0 Int)
(declare-const sem Int)
(declare-const V Int)
(declare-const m Int)
(declare-const W Int)
; the semaphore only grows
(assert (>= s0 0))
(assert (>= sem s0))
; the wait
(assert (= m (gt t k)))
(assert (= W (* m V)))
(assert (! (not (and
  (=> (> t k) (= W V))
  (=> (<= t k) (<= W s0))
  (= (>= sem W) (or (<= t k) (>= sem V))))) :named goal))
(check-sat)
