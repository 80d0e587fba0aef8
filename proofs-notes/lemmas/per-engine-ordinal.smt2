; per-engine-ordinal: one in-order engine: a semaphore of the engine tells the retirements of each instruction.
; SPDX-License-Identifier: Apache-2.0
;
; n counted retirements so far; sem = s0 + inc n, inc >= 1. D(m) is the ordinal of the m-th instance of p among them,
; strictly increasing. R = R(p): D(R) <= n < D(R + 1). For every m >= 1: sem >= s0 + inc D(m) <=> R >= m.
; D(m), D(R), D(R + 1) are free constants of which only the order is used.
;
; fault: (< n D_R1) => (<= n D_R1)
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const n Int)
(declare-const s0 Int)
(declare-const inc Int)
(declare-const sem Int)
(declare-const m Int)
(declare-const R Int)
(declare-const D_m Int)
(declare-const D_R Int)
(declare-const D_R1 Int)
; the semaphore
(assert (>= inc 1))
(assert (= sem (+ s0 (* inc n))))
(assert (>= n 0))
; what R means
(assert (>= R 0))
(assert (=> (>= R 1) (<= D_R n)))
(assert (< n D_R1))
; ordinals grow with instances
(assert (>= m 1))
(assert (=> (<= m R) (<= D_m D_R)))
(assert (=> (> m R) (>= D_m D_R1)))
(assert (! (not (= (>= sem (+ s0 (* inc D_m))) (>= R m))) :named goal))
(check-sat)
