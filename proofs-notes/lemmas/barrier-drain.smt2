; barrier-drain: at a barrier every engine has retired everything it issued before it.
; SPDX-License-Identifier: Apache-2.0
;
; Of instruction q, I instances have issued and in_flight of them are in the FIFO: R = I - in_flight. An engine arrives
; with an empty FIFO, having issued B instances of q. After the barrier, on every engine, R(q) >= B, for R only grows.
;
; fault: (= in_flight 0) => (>= in_flight 0)
(set-info :smt-lib-version 2.6)
(set-logic QF_LIA)
(set-info :status unsat)
(declare-const I Int)
(declare-const in_flight Int)
(declare-const B Int)
(declare-const R Int)
(declare-const R1 Int)
; at the arrival of q's engine
(assert (= R (- I in_flight)))
(assert (= in_flight 0))
(assert (= I B))
; after the barrier
(assert (>= R1 R))
(assert (! (not (>= R1 B)) :named goal))
(check-sat)
