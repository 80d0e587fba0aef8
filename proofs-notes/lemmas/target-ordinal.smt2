; target-ordinal: the target S-iteration of this trip has the ordinal E - k, and exists iff something is owed.
; SPDX-License-Identifier: Apache-2.0
;
; E entries of S in all, T of them in the current trip: base = E - T were before the trip. Iteration i of the trip
; has the ordinal base + i. With i = T - k: its ordinal is E - k; k >= 0 and T > k <=> base < E - k <=> 1 <= i <= T.
;
; fault: (= base (- E T)) => (= base E)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const E Int)
(declare-const T Int)
(declare-const k Int)
(declare-const base Int)
(declare-const i Int)
(declare-const N Int)
; entries and trip
(assert (<= 0 T E))
(assert (= base (- E T)))
(assert (>= k 0))
; the target
(assert (= i (- T k)))
(assert (= N (+ base i)))
(assert (! (not (and
  (= N (- E k))
  (= (> T k) (> N base))
  (= (> T k) (and (<= 1 i) (<= i T)))
  (=> (> T k) (and (>= N 1) (<= N E))))) :named goal))
(check-sat)
