; reset-segment-crossing: reset: what lies in an earlier segment has been drained.
; SPDX-License-Identifier: Apache-2.0
;
; Between two resetting barriers lies one instance of one block: n instructions of engine f, p the j-th of them.
; s starts at 0 and counts f's retirements in the segment, 0 <= s <= n; B instances of p lie before the segment, and
; all of them have retired (barrier-drain): R(p) = B + (1 if s >= j, else 0).
;
; Any other dependency's target lies before the segment: thr <= B, or nothing is owed. Its guard holds without a wait.
;
; fault: (<= thr B) => (<= thr (+ B 1))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const j Int)
(declare-const s Int)
(declare-const B Int)
(declare-const R Int)
(declare-const thr Int)
(declare-const owed Bool)
; the segment
(assert (<= 1 j n))
(assert (<= 0 s n))
; retirements
(assert (= R (+ B (ite (>= s j) 1 0))))
; the target
(assert (=> owed (<= thr B)))
(assert (! (not (or (not owed) (>= R thr))) :named goal))
(check-sat)
