; unsigned-start: for an unsigned comparison: start the semaphore at N and wait for mask (N expr + K).
; SPDX-License-Identifier: Apache-2.0
;
; sem = N + N (F - 1) + q = N F + q. For expr >= 0 the threshold mask (N expr + K) is never negative, and
; sem >= mask (N expr + K) <=> t <= k or R >= expr. With y = expr - F: N F + q >= N expr + K <=> q >= N y + K.
;
; fault: (+ (* N y) K) => (+ (* N y) N)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const F Int)
(declare-const q Int)
(declare-const R Int)
(declare-const expr Int)
(declare-const y Int)
(declare-const t Int)
(declare-const k Int)
; the retire cursor of a scope on its engine
(assert (<= 1 K N))
(assert (<= 0 q N))
(assert (>= F 0))
(assert (=> (< q N) (>= F 1)))
; retirements of the K-th
(assert (= R (ite (>= q K) F (- F 1))))
; the count waited for
(assert (>= expr 0))
(assert (= y (- expr F)))
(assert (! (not (and
  (>= (ite (> t k) (+ (* N expr) K) 0) 0)
  (=> (> t k) (= (>= q (+ (* N y) K)) (>= R expr)))
  (=> (<= t k) (>= (+ (* N F) q) 0)))) :named goal))
(check-sat)
