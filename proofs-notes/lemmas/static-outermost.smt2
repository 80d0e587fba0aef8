; static-outermost: static: whole L-iterations, then G.
; SPDX-License-Identifier: Apache-2.0
;
; Every L-iteration has W entries of P, on every engine and in every trip, since all loops below L have numbers.
; The target is up to entry g of L-iteration u = r_L - a, u >= 1. Entry x of L-iteration i has ordinal
; o = (i - 1) W + x among all entries of P, and counts iff i < u or i = u and x <= g: iff o <= W (u - 1) + g.
;
; fault: (- u 1) => u
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const W Int)
(declare-const g Int)
(declare-const u Int)
(declare-const i Int)
(declare-const x Int)
(declare-const o Int)
; one L-iteration
(assert (>= W 0))
(assert (<= 0 g W))
(assert (<= 1 x W))
; iterations
(assert (>= i 1))
(assert (>= u 1))
; the ordinal
(assert (= o (+ (* (- i 1) W) x)))
(assert (! (not (= (or (< i u) (and (= i u) (<= x g))) (<= o (+ (* W (- u 1)) g)))) :named goal))
(check-sat)
