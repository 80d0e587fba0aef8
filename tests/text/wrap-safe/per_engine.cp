# One semaphore for all that an engine does. A snapshot of an earlier trip may lie far behind by now, so where nothing
# is owed the count at hand takes its place.
# RUN: %counterpoint alloc %s --scheme per-engine -q -o %t.plain > /dev/null
# RUN: %expect-exit 10 %counterpoint check %s %t.plain --width 6 --compare difference --by explore \
# RUN:   --trips o=4 --trips a=24 --trips q=4 --trips s=3 | FileCheck %s --check-prefix PLAIN
# PLAIN: verdict: deadlock reason=stuck by=explore
# RUN: %counterpoint alloc %s --scheme per-engine --wrap-safe --width 6 -v -q -o %t.safe 2> /dev/null | \
# RUN:   FileCheck %s --check-prefix WHY
# RUN: FileCheck %s --input-file %t.safe
# RUN: %counterpoint check %s %t.safe --width 6 --compare difference --by explore \
# RUN:   --trips o=4 --trips a=24 --trips q=4 --trips s=3 --expect equivalent
program per_engine
engine e0 e1
loop o trips dynamic {
  loop a trips dynamic {
    e0: x  after y@a-1
    e1: y  after x
  }
  loop q trips dynamic {
    e0: p  after c@q-2
    loop s trips dynamic {
      e0: v  after w@s-1
      e1: w  after v
    }
    e1: c  after p
  }
}
# WHY: p <- c per-engine, snapshot form
# CHECK: e0: w0 := n1_c - q_e1
# CHECK-NEXT: e0: w0 := w0 + 16
# CHECK-NEXT: e0: m := gt(t_q, 2)
# CHECK-NEXT: e0: w0 := w0 * m
# CHECK-NEXT: e0: w0 := w0 + q_e1
# CHECK-NEXT: e0: w0 := w0 - 16
# CHECK-NEXT: e0: p wait s_e1 >= w0
