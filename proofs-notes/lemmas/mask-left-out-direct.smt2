; mask-left-out-direct: the mask may be left out under the root: direct.
; SPDX-License-Identifier: Apache-2.0
;
; Under the root the trip is the count: t = r >= 1. For class direct expr = r - k. Let 1 <= K <= N, inc >= 1, sem >= s0.
; Then t <= k => expr <= 0 => the threshold s0 + inc (N expr - (N - K)) is at most s0, so that the wait is open.
;
; fault: (= t r) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const inc Int)
(declare-const s0 Int)
(declare-const sem Int)
(declare-const t Int)
(declare-const r Int)
(declare-const k Int)
(declare-const W Int)
; the place
(assert (<= 1 K N))
(assert (>= inc 1))
(assert (>= sem s0))
; under the root
(assert (= t r))
(assert (>= r 1))
; the wait, signed, without its mask
(assert (= W (+ s0 (* inc (- (* N (- r k)) (- N K))))))
(assert (! (not (=> (<= t k) (and (<= W s0) (>= sem W)))) :named goal))
(check-sat)
