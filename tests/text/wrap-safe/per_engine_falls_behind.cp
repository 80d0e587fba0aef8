# Two kinds of thresholds on one semaphore of an engine stay where they are while the engine goes on, however closely
# the engines follow one another. Wrap-safe they are kept by body.
# RUN: %counterpoint alloc %s --scheme per-engine -v -q -o %t.plain 2> /dev/null | FileCheck %s --check-prefix PLAIN
# RUN: %counterpoint alloc %s --scheme per-engine --wrap-safe --width 6 -v -q -o %t.safe 2> /dev/null | FileCheck %s
# RUN: %counterpoint check %s %t.plain --by order --trips a=40 --trips b=0 --expect equivalent
# RUN: %expect-exit 10 %counterpoint check %s %t.plain --width 6 --compare difference --by explore --trips a=40 \
# RUN:   --trips b=0 | FileCheck %s --check-prefix STUCK
# STUCK: verdict: deadlock reason=stuck by=explore
# RUN: %counterpoint check %s %t.safe --width 6 --compare difference --by explore --trips a=40 \
# RUN:   --trips b=0 --expect equivalent
program falls_behind
engine e0 e1
e0: first
loop a trips dynamic {
  e0: x  after y@a-1
  e1: y  after x, first
  loop b trips dynamic {
    e0: p
  }
  e1: c  after p
}
# PLAIN: y <- first per-engine, snapshot form
# PLAIN: c <- p per-engine, snapshot form
# CHECK: y <- first per-loop {{.*}}the engine's count leaves a threshold behind that stays as it is
# CHECK: c <- p per-loop {{.*}}a scope around the producer may run zero times, and its snapshot stays as it is then
