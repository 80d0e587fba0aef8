; strengthened-order: strengthened: a vector up to the target lies in an L-iteration up to the target's.
; SPDX-License-Identifier: Apache-2.0
;
; Above L the vector is one number u (its ordinal among the visits), l is the component at L; m is an L-ordinal:
; base(u) + l, and base(u) + l <= base(v) for u < v and l at most the trip of u. If (u_i, l_i) is lexicographically
; at most (u_t, l_t), whatever follows, then m_i <= m_t.
;
; fault: (<= mi base_t) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const ui Int)
(declare-const li Int)
(declare-const ut Int)
(declare-const lt Int)
(declare-const base_i Int)
(declare-const base_t Int)
(declare-const mi Int)
(declare-const mt Int)
; L-ordinals
(assert (>= li 1))
(assert (>= lt 1))
(assert (= mi (+ base_i li)))
(assert (= mt (+ base_t lt)))
; visits follow each other
(assert (=> (= ui ut) (= base_i base_t)))
(assert (=> (< ui ut) (<= mi base_t)))
; lexicographically at most
(assert (or (< ui ut) (and (= ui ut) (<= li lt))))
(assert (! (not (<= mi mt)) :named goal))
(check-sat)
