; wrap-registers: subtracting wrapped values gives the wrapped difference.
; SPDX-License-Identifier: Apache-2.0
;
; H = 2^(w-1). s = 2 H a + sw and W = 2 H b + ww: sw and ww are what the machine holds. y = int_w(sw - ww):
; sw - ww = 2 H c + y, -H <= y < H. If -H <= s - W < H then y = s - W.
; With d = s - W and v = a - b: sw - ww = d - 2 H v. The step of distributivity, H (v + c) = H v + H c, is written out.
;
; fault: (< d H) => true
(set-info :smt-lib-version 2.6)
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const H Int)
(declare-const d Int)
(declare-const sw_ww Int)
(declare-const y Int)
(declare-const v Int)
(declare-const c Int)
(declare-const u Int)
; H = 2^(w-1)
(assert (>= H 1))
; the values and what the machine holds
(assert (= sw_ww (- d (* 2 H v))))
(assert (= sw_ww (+ (* 2 H c) y)))
; distributivity
(assert (= u (+ v c)))
(assert (= (* H u) (+ (* H v) (* H c))))
; the range of a register
(assert (<= (- H) y))
(assert (< y H))
; the lag
(assert (<= (- H) d))
(assert (< d H))
(assert (! (not (= y d)) :named goal))
(check-sat)
