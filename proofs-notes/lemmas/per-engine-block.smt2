; per-engine-block: per-engine: what is noted of one producer of a block follows from what is noted of the last one.
; SPDX-License-Identifier: Apache-2.0
;
; O is the count of the engine, s0 what it began with, V how often the block was passed; the block adds up to the last
; producer u, of which b come behind p, which adds at least 1 itself. L and D are what was noted of p and of the
; last. Invariant: O >= s0, and with V = 0 both are s0; with V >= 1, D > s0 and L = D - b. So L = ite(D > s0, D - b,
; s0). Passing the block, and anything else that adds to O, keeps it.
;
; fault: (= L1 (+ O (- u b))) => (= L1 (+ O u))
; fault: (< b u) => (<= b u)
; fault: (assert (>= O s0)) => (assert (>= O (- s0 1)))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const O Int)
(declare-const s0 Int)
(declare-const V Int)
(declare-const u Int)
(declare-const b Int)
(declare-const more Int)
(declare-const L Int)
(declare-const D Int)
(declare-const O1 Int)
(declare-const V1 Int)
(declare-const L1 Int)
(declare-const D1 Int)
(declare-const pass Bool)
(assert (and (>= b 0) (< b u)))
(assert (>= V 0))
(assert (>= more 0))
; before
(assert (>= O s0))
(assert (=> (= V 0) (and (= L s0) (= D s0))))
(assert (=> (>= V 1) (and (> D s0) (= L (- D b)))))
; the block is passed, or something else adds to the count
(assert (=> pass (and (= V1 (+ V 1)) (= L1 (+ O (- u b))) (= D1 (+ O u)) (= O1 (+ O (+ u more))))))
(assert (=> (not pass) (and (= V1 V) (= L1 L) (= D1 D) (= O1 (+ O more)))))
(assert (! (not (and (>= O1 s0)
  (=> (= V1 0) (and (= L1 s0) (= D1 s0)))
  (=> (>= V1 1) (and (> D1 s0) (= L1 (- D1 b))))
  (= L1 (ite (> D1 s0) (- D1 b) s0)))) :named goal))
(check-sat)
