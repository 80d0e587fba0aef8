; two-level-count: two levels: the count of Equation 1 is min(A + t - b, Z).
; SPDX-License-Identifier: Apache-2.0
;
; P = S. A, Z: entries of S at the start and at the end of the target Q-iteration. Of the entries of S with ordinal o,
; Equation 1 counts those of earlier Q-iterations (o <= A) and those of the target one (A < o <= Z) whose number o - A
; is at most t - b. With t > b these are exactly 1, ..., min(A + t - b, Z).
;
; fault: (imin (+ A (- t b)) Z) => (+ A (- t b))
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(define-fun imin ((a Int) (b Int)) Int (ite (<= a b) a b))
(declare-const A Int)
(declare-const Z Int)
(declare-const t Int)
(declare-const b Int)
(declare-const o Int)
; entries only grow
(assert (<= 0 A Z))
; owed
(assert (> t b))
; any entry
(assert (>= o 1))
(assert (! (not
  (= (or (<= o A) (and (<= o Z) (<= (- o A) (- t b)))) (<= o (imin (+ A (- t b)) Z)))) :named goal))
(check-sat)
