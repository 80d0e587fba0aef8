# An implementation that runs ahead of its program, and gets stuck where the program never comes, is not stuck where the
# program goes on: asked for deadlocks only, every engine says so.
# RUN: split-file %s %t
# RUN: %counterpoint check %t/p.cp %t/i.cp --property deadlock --by all | FileCheck %s
# CHECK: verdict: clean by=order+explore{{.*}} property=deadlock
# RUN: %expect-exit 10 %counterpoint check %t/p.cp %t/i.cp --by all | FileCheck %s --check-prefix=ALL
# ALL: verdict: unsafe reason=early-issue by=order+explore
#--- p.cp
program generated
engine e0
loop L trips 1 after i0 {
  e0: i0
}
#--- i.cp
implementation generated
engine e0
semaphore s
loop L trips 1 {
  e0: wait s >= 1
  e0: i0
}
