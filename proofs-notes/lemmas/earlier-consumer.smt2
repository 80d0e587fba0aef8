; earlier-consumer: an earlier consumer's target stays met; it covers a later one that needs no more.
; SPDX-License-Identifier: Apache-2.0
;
; b, before c on c's engine, issued with R(p) >= G. R only grows. If c's threshold is at most G, its guard holds
; without a wait of its own; if it owes nothing, too.
;
; fault: (>= R1 R) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const R Int)
(declare-const R1 Int)
(declare-const G Int)
(declare-const thr Int)
(declare-const owed Bool)
; b's issue
(assert (>= R G))
; later
(assert (>= R1 R))
; c needs no more than b
(assert (=> owed (<= thr G)))
(assert (! (not (and
  (>= R1 G)
  (or (not owed) (>= R1 thr)))) :named goal))
(check-sat)
