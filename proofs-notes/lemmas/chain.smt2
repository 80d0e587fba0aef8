; chain: uniform: an instance that has retired has passed its own guard.
; SPDX-License-Identifier: Apache-2.0
;
; c waits for instance m of q: R(q) >= m. That instance issued when its guard held: nothing owed, or R(p) >= thr_q(m).
; Since then R only grew. If c needs no more of p than thr_q(m), which was owed, c's dependency on p holds.
;
; fault: (and owed_q (<= thr_c thr_q)) => (<= thr_c thr_q)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const Rq Int)
(declare-const m Int)
(declare-const Rp_then Int)
(declare-const Rp Int)
(declare-const thr_q Int)
(declare-const thr_c Int)
(declare-const owed_q Bool)
(declare-const owed_c Bool)
; c waits for q
(assert (>= Rq m))
; instance m issued before it retired, with its guard true
(assert (=> (>= Rq m) (or (not owed_q) (>= Rp_then thr_q))))
(assert (>= Rp Rp_then))
; c owes only where that instance did, and not more
(assert (=> owed_c (and owed_q (<= thr_c thr_q))))
(assert (! (not (or (not owed_c) (>= Rp thr_c))) :named goal))
(check-sat)
