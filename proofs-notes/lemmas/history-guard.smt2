; history-guard: the register h_(k-1) is the count of Equation 1 at distance k.
; SPDX-License-Identifier: Apache-2.0
;
; h_j holds the count at the end of iteration E - 1 - j. At head(S): N >= 1, N = E => C = E_P;
; N >= 1, N = E - 1 - j => C = h_j. j >= 0 is symbolic; h_j_1 stands for h_(j-1), used when j >= 1 only.
;
; At c in iteration E, whose target is N = E - k with k >= 1: T > k => C = h_(k-1), and the guard of Equation 1 is
; T <= k or R >= h_(k-1).
;
; fault: (= j (- k 1)) => (= j k)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const E Int)
(declare-const T Int)
(declare-const k Int)
(declare-const j Int)
(declare-const C Int)
(declare-const h_j Int)
(declare-const R Int)
; the invariant inside the iteration
(assert (=> (and (>= N 1) (= N (- E 1 j))) (= C h_j)))
; the place and the target
(assert (<= 1 T E))
(assert (>= k 1))
(assert (= j (- k 1)))
(assert (= N (- E k)))
(assert (! (not (= (or (<= T k) (>= R C)) (or (<= T k) (>= R h_j)))) :named goal))
(check-sat)
