# A minimum of two counters is taken of what they have moved within one trip; with several distances the masks are one
# comparison, so that the threshold never goes down twice.
# RUN: %counterpoint alloc %s -q -o %t.plain > /dev/null
# RUN: %expect-exit 10 %counterpoint check %s %t.plain --width 6 --compare difference --by explore \
# RUN:   --trips o=5 --trips q=3 --trips s=5,0,6 | FileCheck %s --check-prefix STUCK
# STUCK: verdict: deadlock reason=stuck by=explore
# RUN: %expect-exit 10 %counterpoint check %s %t.plain --width 6 --by explore \
# RUN:   --trips o=5 --trips q=3 --trips s=5,0,6 | FileCheck %s --check-prefix EARLY
# EARLY: verdict: unsafe reason=early-issue by=explore
# RUN: %counterpoint alloc %s --wrap-safe --width 6 -q -o %t.safe > /dev/null
# RUN: FileCheck %s --input-file %t.safe
# RUN: %counterpoint check %s %t.safe --width 6 --compare difference --by explore \
# RUN:   --trips o=5 --trips q=3 --trips s=5,0,6 --expect equivalent
# It needs waits that compare by wrapped difference.
# RUN: %expect-exit 10 %counterpoint check %s %t.safe --width 6 --by explore \
# RUN:   --trips o=5 --trips q=3 --trips s=5,0,6 | FileCheck %s --check-prefix EARLY
program two_level
engine e0 e1
loop o trips dynamic {
  loop q trips dynamic {
    loop s trips dynamic {
      e0: p  after c@s-1
      e1: c  after p@q-1@s+1, p@q-1@s-2
    }
  }
}
# A negative distance is added to the other side, so that no trip below the limit goes beyond it on the way.
# CHECK: e1: w0 := h0_s_q - h1_s_q
# CHECK-NEXT: e1: w0 := w0 - 1
# CHECK-NEXT: e1: w0 := min(w0, t_s)
# CHECK-NEXT: e1: w0 := w0 + h1_s_q
# CHECK-NEXT: e1: m := gt(2, t_q)
# CHECK-NEXT: e1: m := m * -16
# CHECK-NEXT: e1: w0 := w0 + m
# CHECK-NEXT: e1: w0 := w0 + 1
# CHECK-NEXT: e1: w1 := h0_s_q - h1_s_q
# CHECK-NEXT: e1: m := t_s - 2
# CHECK-NEXT: e1: w1 := min(w1, m)
# CHECK-NEXT: e1: w1 := w1 + h1_s_q
# CHECK-NEXT: e1: m := t_s - 1
# CHECK-NEXT: e1: m := min(m, t_q)
# CHECK-NEXT: e1: m := gt(2, m)
# CHECK-NEXT: e1: m := m * -16
# CHECK-NEXT: e1: w1 := w1 + m
# CHECK-NEXT: e1: c wait s_s_e0 >= w0, s_s_e0 >= w1
