; reset-segment-retire: reset: a retirement inside a segment keeps the meaning of the semaphore.
; SPDX-License-Identifier: Apache-2.0
;
; Between two resetting barriers lies one instance of one block: n instructions of engine f, p the j-th of them.
; s starts at 0 and counts f's retirements in the segment, 0 <= s <= n; B instances of p lie before the segment, and
; all of them have retired (barrier-drain): R(p) = B + (1 if s >= j, else 0).
;
; The next instruction retires, in order: s' = s + 1, R(p)' = R(p) + 1 iff it is the j-th. At the reset s = 0 and
; R(p) = B.
;
; fault: (= s1 j) => (= s j)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const j Int)
(declare-const s Int)
(declare-const B Int)
(declare-const R Int)
(declare-const s1 Int)
(declare-const R1 Int)
; the segment
(assert (<= 1 j n))
(assert (<= 0 s))
(assert (< s n))
; before
(assert (= R (+ B (ite (>= s j) 1 0))))
; one retirement
(assert (= s1 (+ s 1)))
(assert (= R1 (+ R (ite (= s1 j) 1 0))))
(assert (! (not (and
  (<= 0 s1 n)
  (= R1 (+ B (ite (>= s1 j) 1 0)))
  (= B (+ B (ite (>= 0 j) 1 0))))) :named goal))
(check-sat)
