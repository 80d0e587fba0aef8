; static-level-range: static: G is a number of entries of one trip.
; SPDX-License-Identifier: Apache-2.0
;
; With u >= 1, n >= 0, 0 <= g <= W: 0 <= min((u - 1) W + g, n W) <= n W, so that G is the g of the level above.
;
; fault: (>= u 1) => (>= u 0)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(define-fun imin ((a Int) (b Int)) Int (ite (<= a b) a b))
(declare-const n Int)
(declare-const W Int)
(declare-const g Int)
(declare-const u Int)
(declare-const G Int)
; the level
(assert (>= W 0))
(assert (<= 0 g W))
(assert (>= n 0))
(assert (>= u 1))
; G
(assert (= G (imin (+ (* (- u 1) W) g) (* n W))))
(assert (! (not (<= 0 G (* n W))) :named goal))
(check-sat)
