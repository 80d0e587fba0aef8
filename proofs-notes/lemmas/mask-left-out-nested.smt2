; mask-left-out-nested: the mask may be left out under the root: nested and history.
; SPDX-License-Identifier: Apache-2.0
;
; Under the root t = E. expr is the count C of entries of P at the end of S-iteration E - k, and it is 0 before the
; first iteration has ended: E <= k => expr = 0. Then the threshold is at most s0 whenever nothing is owed.
;
; fault: (= expr 0) => (= expr 1)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const inc Int)
(declare-const s0 Int)
(declare-const sem Int)
(declare-const t Int)
(declare-const E Int)
(declare-const k Int)
(declare-const expr Int)
(declare-const W Int)
; the place
(assert (<= 1 K N))
(assert (>= inc 1))
(assert (>= sem s0))
; under the root
(assert (= t E))
; nothing has been counted yet
(assert (=> (<= E k) (= expr 0)))
; the wait, signed, without its mask
(assert (= W (+ s0 (* inc (- (* N expr) (- N K))))))
(assert (! (not (=> (<= t k) (and (<= W s0) (>= sem W)))) :named goal))
(check-sat)
