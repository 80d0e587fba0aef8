# A witness in which an engine must not take an internal step that it could take: nothing but the listed steps is taken.
# RUN: split-file %s %t
# RUN: %expect-exit 10 %counterpoint check %t/p.cp %t/i.cp --trace %t/stuck.steps | FileCheck %s
# CHECK: verdict: deadlock reason=stuck by=explore
# RUN: %counterpoint run %t/i.cp --replay %t/stuck.steps --expect deadlock > /dev/null
#--- p.cp
program generated
engine e0 e1
e0: i0
e0: i1
e1: i2
#--- i.cp
implementation generated
engine e0 e1
semaphore spare = 1
e0: i0
e0: wait spare >= 1
e0: i1
e1: i2 signal spare := 0
