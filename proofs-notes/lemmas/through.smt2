; through: a vector that ends in * at M: everything up to the end of M-iteration T_M - a.
; SPDX-License-Identifier: Apache-2.0
;
; t_M = T_M - a, a >= 1. An entry of P in M-iteration x of this trip or in an earlier trip counts iff its M-ordinal
; is at most E_M - a. C is the count of P at the end of M-iteration E_M - a (history-shift with M for S), at any depth
; below M. o is the ordinal of the entry among the entries of P: later M-iterations hold later ordinals.
; T_M > a => (the entry counts <=> o <= h_(a-1)).
;
; fault: (= base (- EM TM)) => (= base EM)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const EM Int)
(declare-const TM Int)
(declare-const a Int)
(declare-const x Int)
(declare-const mo Int)
(declare-const base Int)
(declare-const o Int)
(declare-const C Int)
(declare-const h Int)
(declare-const here Bool)
; the place
(assert (<= 1 TM EM))
(assert (>= a 1))
(assert (= base (- EM TM)))
; the M-ordinal of the entry: in this trip, iteration x, or before it
(assert (=> here (and (>= x 1) (= mo (+ base x)))))
(assert (=> (not here) (<= 1 mo base)))
; C is the count at the end of M-iteration E_M - a, and h_(a-1) holds it
(assert (= (<= mo (- EM a)) (<= o C)))
(assert (= h C))
(assert (! (not (=> (> TM a) (= (or (not here) (<= x (- TM a))) (<= o h)))) :named goal))
(check-sat)
