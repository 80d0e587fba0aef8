; progress: the sequentially first instance not yet issued can issue.
; SPDX-License-Identifier: Apache-2.0
;
; Everything before c has issued, and can commit and retire, for neither has a guard: then R_i >= B_i for every i,
; where B_i is the number of its instances before c. s = s0 + inc R_i + rest, inc >= 0, rest and its value at B monotone
; likewise (the induction over the updaters of s). If W <= value of s when exactly the instances before c have retired,
; the wait is open.
;
; fault: (>= inc 0) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const R Int)
(declare-const B Int)
(declare-const rest Int)
(declare-const rest_B Int)
(declare-const sem Int)
(declare-const W Int)
; all before c have retired
(assert (>= R B))
(assert (>= rest rest_B))
(assert (>= inc 0))
; the semaphore
(assert (= sem (+ s0 (* inc R) rest)))
; the progress obligation
(assert (<= W (+ s0 (* inc B) rest_B)))
(assert (! (not (>= sem W)) :named goal))
(check-sat)
