# The mask of an outermost loop is left out, wrap-safe too, and then its one trip has no limit: a thousand iterations by
# eight bits. Where it must stand, as in a sum over several bodies, a trip of 128 is too long.
# RUN: %counterpoint alloc %s --wrap-safe --width 8 -q -o %t.safe > /dev/null
# RUN: FileCheck %s --input-file %t.safe --implicit-check-not gt
# RUN: %counterpoint check %s %t.safe --width 8 --compare difference --by explore --trips kv=1000 --expect equivalent
# RUN: %counterpoint alloc %s --wrap-safe --width 8 --optimize 0 -q -o %t.full > /dev/null
# RUN: FileCheck %s --check-prefix FULL --input-file %t.full
# RUN: %counterpoint check %s %t.full --width 8 --compare difference --by explore --trips kv=127 --expect equivalent
# RUN: %expect-exit 10 %counterpoint check %s %t.full --width 8 --compare difference --by explore --trips kv=300 | \
# RUN:   FileCheck %s --check-prefix LONG
# LONG: verdict: unsafe
program outermost
engine dma pe
loop kv trips dynamic {
  dma: load  after qk@kv-2
  pe:  qk    after load
}
# CHECK: dma: w0 := r_kv - 2
# FULL: gt(3, t_kv)
