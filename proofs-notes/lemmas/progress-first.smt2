; progress-first: the sequentially first instance not yet issued is the next one of its engine.
; SPDX-License-Identifier: Apache-2.0
;
; Instances are numbered in sequential order. next_f is the number of engine f's next instance; c is the least of them.
; Engines issue in order: an instance y of f has issued iff y < next_f. Every y < c has issued.
;
; fault: (<= c next_f) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const c Int)
(declare-const next_f Int)
(declare-const y Int)
(declare-const issued Bool)
; c is the least
(assert (<= c next_f))
; in order
(assert (= issued (< y next_f)))
; before c
(assert (< y c))
(assert (! (not issued) :named goal))
(check-sat)
