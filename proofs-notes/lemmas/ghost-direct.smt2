; ghost-direct: direct, k >= 1: the target count is the target ordinal.
; SPDX-License-Identifier: Apache-2.0
;
; P = S: E_P = E_S. Invariant: N >= 1, N < E inside S and N <= E outside => C = N. One iteration keeps it.
;
; fault: (= E1 (+ E 1)) => (= E1 (+ E 2))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const E Int)
(declare-const C Int)
(declare-const E1 Int)
(declare-const C1 Int)
; outside S
(assert (=> (and (>= N 1) (<= N E)) (= C N)))
; entry and end
(assert (= E1 (+ E 1)))
(assert (= C1 (ite (= N E1) E1 C)))
(assert (! (not (and
  (=> (and (>= N 1) (< N E1)) (= C N))
  (=> (and (>= N 1) (<= N E1)) (= C1 N)))) :named goal))
(check-sat)
