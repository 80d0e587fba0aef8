; barrier-covers: an instance that lies before a barrier needs no wait after it.
; SPDX-License-Identifier: Apache-2.0
;
; Uniform trips: B, counted on c's own walk, is the number of instances of q before the barrier on q's engine, so
; R(q) >= B (barrier-drain). Instance thr lies before the barrier iff thr <= B. Then c's guard holds.
;
; fault: (<= thr B) => (<= thr (+ B 1))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const R Int)
(declare-const B Int)
(declare-const thr Int)
(declare-const owed Bool)
; the drain
(assert (>= R B))
; the target lies before the barrier, or nothing is owed
(assert (or (not owed) (<= thr B)))
(assert (! (not (or (not owed) (>= R thr))) :named goal))
(check-sat)
