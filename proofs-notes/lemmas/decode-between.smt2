; decode-between: any threshold above the value before and up to the value of a count decodes to that count.
; SPDX-License-Identifier: Apache-2.0
;
; sem = s0 + inc u, inc >= 1. If s0 + inc (v - 1) < W <= s0 + inc v then sem >= W <=> u >= v.
; With decode-count: thresholds strictly between two values of a semaphore say the same as the upper one.
;
; fault: (< (+ s0 => (<= (+ s0
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const u Int)
(declare-const v Int)
(declare-const sem Int)
(declare-const W Int)
; equal increments
(assert (>= inc 1))
(assert (= sem (+ s0 (* inc u))))
; W above the last value, not above the next
(assert (< (+ s0 (* inc (- v 1))) W))
(assert (<= W (+ s0 (* inc v))))
(assert (! (not (= (>= sem W) (>= u v))) :named goal))
(check-sat)
