; in-order: in one scope on an in-order engine a later retirement shows an earlier one.
; SPDX-License-Identifier: Apache-2.0
;
; Instructions j <= l of one scope, cursor (F, q). R_j >= R_l >= R_j - 1: a wait for R_l >= r also gives R_j >= r,
; and R_j >= r gives R_l >= r - 1.
;
; fault: (<= 1 j l N) => (and (<= 1 j N) (<= 1 l N))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const j Int)
(declare-const l Int)
(declare-const F Int)
(declare-const q Int)
(declare-const Rj Int)
(declare-const Rl Int)
(declare-const r Int)
; the cursor
(assert (<= 1 j l N))
(assert (<= 0 q N))
(assert (>= F 0))
; retirements
(assert (= Rj (ite (>= q j) F (- F 1))))
(assert (= Rl (ite (>= q l) F (- F 1))))
(assert (! (not (and
  (>= Rj Rl)
  (>= Rl (- Rj 1))
  (=> (>= Rl r) (>= Rj r))
  (=> (>= Rj r) (>= Rl (- r 1))))) :named goal))
(check-sat)
