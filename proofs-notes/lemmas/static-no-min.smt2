; static-no-min: static: the minimum is needed for negative components only.
; SPDX-License-Identifier: Apache-2.0
;
; u = t - delta with 1 <= t <= n and delta >= 0, owed (u >= 1), 0 <= g <= W: (u - 1) W + g <= n W.
;
; fault: (>= delta 0) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const W Int)
(declare-const g Int)
(declare-const t Int)
(declare-const delta Int)
(declare-const u Int)
; the level
(assert (>= W 0))
(assert (<= 0 g W))
(assert (<= 1 t n))
(assert (= u (- t delta)))
(assert (>= u 1))
(assert (>= delta 0))
(assert (! (not (<= (+ (* (- u 1) W) g) (* n W))) :named goal))
(check-sat)
