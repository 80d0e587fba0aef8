; range-threshold: with a bound on N E no threshold of a scope leaves the signed range.
; SPDX-License-Identifier: Apache-2.0
;
; 0 <= x <= E, 1 <= K <= N, N E <= H - 1, N <= H, mask in {0, 1}: -H <= mask (N x - (N - K)) < H and 0 <= N x < H.
; So a bound on entries in closed form, E <= (H - 1) / N, covers counter, product and threshold.
;
; fault: (<= (* N E) (- H 1)) => (<= (* N E) (+ H 1))
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const x Int)
(declare-const E Int)
(declare-const H Int)
(declare-const W Int)
(declare-const owed Bool)
; the place
(assert (<= 1 K N))
; the counter
(assert (<= 0 x E))
; the bound
(assert (<= (* N E) (- H 1)))
(assert (<= N H))
; the wait
(assert (= W (ite owed (- (* N x) (- N K)) 0)))
(assert (! (not (and
  (<= (- H) W)
  (< W H)
  (<= 0 (* N x))
  (< (* N x) H))) :named goal))
(check-sat)
