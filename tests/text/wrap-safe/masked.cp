# A wait that owes nothing in the first two iterations of every trip. By eight bits the ordinary one gets stuck once its
# semaphore has passed 127: the threshold 0 of a masked iteration is then more than half the range behind it.
# RUN: %counterpoint alloc %s -q -o %t.plain > /dev/null
# RUN: %expect-exit 10 %counterpoint check %s %t.plain --width 8 --compare difference --by explore \
# RUN:   --trips q=10 --trips kv=40,0,50,7 | FileCheck %s --check-prefix PLAIN
# PLAIN: verdict: deadlock reason=stuck by=explore
# RUN: %counterpoint alloc %s --wrap-safe --width 8 -q -o %t.safe > /dev/null
# RUN: FileCheck %s --input-file %t.safe
# RUN: %counterpoint check %s %t.safe --width 8 --compare difference --by explore --trips q=10 --trips kv=40,0,50,7 \
# RUN:   --expect equivalent
# Nothing in it needs the width, or a wrap: on wide integers it is the same.
# RUN: %counterpoint check %s %t.safe --by order --trips q=10 --trips kv=40,0,50,7 --expect equivalent
# By 32 bits, which is the width unless one is given, the threshold goes down by 2^30.
# RUN: %counterpoint alloc %s --wrap-safe -q | FileCheck %s --check-prefix WIDE
# WIDE: m * -1073741824
program masked
engine dma pe
loop q trips dynamic {
  loop kv trips dynamic {
    dma: load   after use@kv-2, use@q-1@*
    dma: other
    pe:  use    after load
  }
}
# CHECK: dma: m := gt(3, t_kv)
# CHECK-NEXT: dma: w0 := m * -64
# CHECK-NEXT: dma: w0 := w0 + r_kv
# CHECK-NEXT: dma: w0 := w0 - 2
# CHECK-NEXT: dma: load wait s_kv_pe >= w0, s_kv_pe >= h0_kv_q
# CHECK: pe: w0 := r_kv * 2
# CHECK-NEXT: pe: w0 := w0 - 1
# CHECK-NEXT: pe: use wait s_kv_dma >= w0
