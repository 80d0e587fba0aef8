# What wrap-safe asks for: a bound on the lag. Nothing holds this producer back, so by eight bits 127 retirements ahead
# are right and 128 are not: the consumer takes them for none.
# RUN: %counterpoint alloc %s --wrap-safe --width 8 -q -o %t.safe > /dev/null
# RUN: %counterpoint check %s %t.safe --width 8 --compare difference --by explore --trips kv=128 --expect equivalent
# RUN: %expect-exit 10 %counterpoint check %s %t.safe --width 8 --compare difference --by explore --trips kv=129 | \
# RUN:   FileCheck %s
# CHECK: verdict: deadlock reason=stuck by=explore
# RUN: %counterpoint alloc %s --wrap-safe --width 9 -q -o %t.wider > /dev/null
# RUN: %counterpoint check %s %t.wider --width 9 --compare difference --by explore --trips kv=129 --expect equivalent
program runs_ahead
engine dma pe
loop kv trips dynamic {
  dma: load
  pe:  use  after load
}
