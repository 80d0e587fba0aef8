; strengthened-safe: strengthened: the count up to the end of an L-iteration bounds that of any earlier prefix.
; SPDX-License-Identifier: Apache-2.0
;
; L is the outermost scope with a nonzero component a >= 1; H is the count of P at the end of L-iteration E_L - a
; (history register a - 1), thr that of Equation 1. Every entry that Equation 1 counts lies in an L-iteration up to E_L
; - a (strengthened-order), so thr <= H: entry thr, if there is one, is such an entry, and ordinals up to H are all of
; them. mask = all components are owed. Wait open => Equation 1 holds.
;
; fault: (=> (>= thr 1) (<= m_thr (- EL a))) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const EL Int)
(declare-const a Int)
(declare-const m_thr Int)
(declare-const H Int)
(declare-const thr Int)
(declare-const R Int)
(declare-const owed Bool)
; entry thr is counted by Equation 1
(assert (>= a 1))
(assert (=> (>= thr 1) (<= m_thr (- EL a))))
; H counts the entries of L-iterations up to E_L - a
(assert (>= H 0))
(assert (=> (>= thr 1) (= (<= m_thr (- EL a)) (<= thr H))))
(assert (! (not (and
  (<= thr H)
  (=> (or (not owed) (>= R H)) (or (not owed) (>= R thr))))) :named goal))
(check-sat)
