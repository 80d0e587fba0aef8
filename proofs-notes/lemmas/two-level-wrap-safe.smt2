; two-level-wrap-safe: two levels without the sum of two totals.
; SPDX-License-Identifier: Apache-2.0
;
; q_a + min(t - b, q_(a-1) - q_a) = min(q_a + t - b, q_(a-1)): only differences are compared. With t > b and
; q_a <= q_(a-1) the minimum taken is between 0 and the length of one trip.
;
; fault: (<= 0 qa qa_1) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(define-fun imin ((a Int) (b Int)) Int (ite (<= a b) a b))
(declare-const qa Int)
(declare-const qa_1 Int)
(declare-const t Int)
(declare-const b Int)
; registers
(assert (<= 0 qa qa_1))
(assert (> t b))
(assert (! (not (and
  (= (+ qa (imin (- t b) (- qa_1 qa))) (imin (+ qa (- t b)) qa_1))
  (<= 0 (imin (- t b) (- qa_1 qa)) (- qa_1 qa)))) :named goal))
(check-sat)
