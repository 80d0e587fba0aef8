; static-level: static: one level of G.
; SPDX-License-Identifier: Apache-2.0
;
; A scope q with n iterations, each with W entries of P; g of them, 0 <= g <= W, are up to the rest of the target.
; u >= 1 is the target's component. The entry x (1 <= x <= W) of iteration i (1 <= i <= n) has ordinal (i - 1) W + x
; in the trip, and is up to the target iff i < u or i = u and x <= g. These are exactly the ordinals up to
; G = min((u - 1) W + g, n W), and 0 <= G <= n W: the step of the induction over the levels.
; With y = u - i and z = n - i, the ordinal counted from iteration i: x <= min(y W + g, (z + 1) W).
;
; fault: (+ (* y W) g) => (* y W)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(define-fun imin ((a Int) (b Int)) Int (ite (<= a b) a b))
(declare-const n Int)
(declare-const W Int)
(declare-const g Int)
(declare-const u Int)
(declare-const i Int)
(declare-const x Int)
(declare-const y Int)
(declare-const z Int)
; the level below
(assert (>= W 0))
(assert (<= 0 g W))
; this level
(assert (<= 1 i n))
(assert (>= u 1))
(assert (<= 1 x W))
; relative to iteration i
(assert (= y (- u i)))
(assert (= z (- n i)))
(assert (! (not
  (= (or (< i u) (and (= i u) (<= x g))) (<= x (imin (+ (* y W) g) (* (+ z 1) W))))) :named goal))
(check-sat)
