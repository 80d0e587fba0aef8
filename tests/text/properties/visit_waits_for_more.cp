# The start of a visit waits for more than its dependency asks: it is named as a scope, not as an instruction.
# RUN: split-file %s %t
# RUN: %counterpoint check %t/p.cp %t/i.cp --by all | FileCheck %s
# CHECK: start of L {{ *}}5 {{ *}}i1 {{ *}}e0  1 retirement
# CHECK: verdict: refines by=order+explore
# RUN: %counterpoint check %t/p.cp %t/i.cp --format json > %t/json
# RUN: check-json %t/json 'd["excess"][0]["consumer"] == "start of L"'
#--- p.cp
program generated
engine e0 e1
e0: i0
e0: i1
loop L trips dynamic after i0 {
}
#--- i.cp
implementation generated
engine e0 e1
semaphore s
e0: i0 signal s += 1
e0: i1 signal s += 1
e0: wait s >= 2
e1: wait s >= 2
loop L trips dynamic {
}
