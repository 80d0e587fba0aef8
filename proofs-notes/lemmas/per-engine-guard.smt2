; per-engine-guard: per-engine: the guard from the ordinal.
; SPDX-License-Identifier: Apache-2.0
;
; thr is the count of Equation 1, D the ordinal of instance thr (thr >= 1). Uniform trips: the consumer's walk meets
; the other engine's instructions as that engine does, so per-engine-ordinal applies: sem >= D <=> R >= thr. Start 0.
; W = D if owed and thr >= 1, W <= 0 otherwise. Then sem >= W <=> t <= k or R >= thr.
;
; fault: (<= W 0) => (<= W 1)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const t Int)
(declare-const k Int)
(declare-const sem Int)
(declare-const R Int)
(declare-const thr Int)
(declare-const D Int)
(declare-const W Int)
; start
(assert (>= sem 0))
(assert (>= R 0))
; the ordinal
(assert (=> (>= thr 1) (= (>= sem D) (>= R thr))))
; the wait
(assert (=> (and (> t k) (>= thr 1)) (= W D)))
(assert (=> (or (<= t k) (<= thr 0)) (<= W 0)))
(assert (! (not (= (>= sem W) (or (<= t k) (>= R thr)))) :named goal))
(check-sat)
