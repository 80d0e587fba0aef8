# The witness ends with the step that comes too early, whatever internal steps could follow.
# RUN: split-file %s %t
# RUN: %expect-exit 10 %counterpoint check %t/p.cp %t/i.cp --by order --trace %t/early.steps | FileCheck %s
# CHECK: shows it, 1 step:
# CHECK: verdict: unsafe reason=early-issue by=order
# RUN: %counterpoint run %t/p.cp --replay %t/early.steps --expect differs > /dev/null 2>&1
#--- p.cp
program generated
engine e0
e0: i0 after i0
#--- i.cp
implementation generated
engine e0
semaphore s
e0: i0
e0: signal s += 1 at retire
