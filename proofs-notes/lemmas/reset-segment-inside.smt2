; reset-segment-inside: reset: inside a segment a wait for the position is the guard.
; SPDX-License-Identifier: Apache-2.0
;
; Between two resetting barriers lies one instance of one block: n instructions of engine f, p the j-th of them.
; s starts at 0 and counts f's retirements in the segment, 0 <= s <= n; B instances of p lie before the segment, and
; all of them have retired (barrier-drain): R(p) = B + (1 if s >= j, else 0).
;
; A dependency at distance 0 from p to c in the same block asks for thr = B + 1 (uniform trips: the count on c's walk).
; s >= j <=> R(p) >= thr.
;
; fault: (= thr (+ B 1)) => (= thr B)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const j Int)
(declare-const s Int)
(declare-const B Int)
(declare-const R Int)
(declare-const thr Int)
; the segment
(assert (<= 1 j n))
(assert (<= 0 s n))
; retirements
(assert (= R (+ B (ite (>= s j) 1 0))))
; the target
(assert (= thr (+ B 1)))
(assert (! (not (= (>= s j) (>= R thr))) :named goal))
(check-sat)
