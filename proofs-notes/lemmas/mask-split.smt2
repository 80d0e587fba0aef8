; mask-split: the guard in two halves: a consumer that owes, and one that owes nothing.
; SPDX-License-Identifier: Apache-2.0
;
; The value of s never falls below its start: sem >= s0. If t > k => W = V and t <= k => W <= s0 then
; sem >= W <=> t <= k or sem >= V. With a decode lemma for V: the wait is the guard of Equation 1.
;
; fault: (<= W s0) => (<= W (+ s0 1))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const t Int)
(declare-const k Int)
(declare-const s0 Int)
(declare-const sem Int)
(declare-const V Int)
(declare-const W Int)
; the semaphore only grows
(assert (>= sem s0))
; owed
(assert (=> (> t k) (= W V)))
; not owed
(assert (=> (<= t k) (<= W s0)))
(assert (! (not (= (>= sem W) (or (<= t k) (>= sem V)))) :named goal))
(check-sat)
