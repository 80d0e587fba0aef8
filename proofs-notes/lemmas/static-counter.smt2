; static-counter: static: the count of a loop with a number is a function of its parent's.
; SPDX-License-Identifier: Apache-2.0
;
; q runs n times in every iteration of its parent p. Before q's item E_q = n (E_p - 1); at head(q) E_q = n (E_p - 1) +
; T_q and 0 <= T_q <= n; after it E_q = n E_p. The steps: parent's entry (from outside, E_q = n E_p), q's entry, q's
; exit (at T_q = n only). Each keeps the fact.
;
; fault: (= Tq n) => true
; fault: (= Ep1 (+ Ep 1)) => (= Ep1 Ep)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const Ep Int)
(declare-const Ep1 Int)
(declare-const Eq0 Int)
(declare-const Eq Int)
(declare-const Tq Int)
(declare-const Eq1 Int)
(declare-const Tq1 Int)
; the number
(assert (>= n 0))
; the parent's entry, from outside it
(assert (= Eq0 (* n Ep)))
(assert (= Ep1 (+ Ep 1)))
; at head(q)
(assert (= Eq (+ (* n (- Ep1 1)) Tq)))
(assert (<= 0 Tq n))
; q's entry, if it has iterations left
(assert (= Eq1 (+ Eq 1)))
(assert (= Tq1 (+ Tq 1)))
(assert (! (not (and
  (= Eq0 (* n (- Ep1 1)))
  (=> (< Tq n) (and (= Eq1 (+ (* n (- Ep1 1)) Tq1)) (<= 0 Tq1 n)))
  (=> (= Tq n) (= Eq (* n Ep1))))) :named goal))
(check-sat)
