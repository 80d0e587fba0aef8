# A fault names its kind, and nothing runs on after it.
# RUN: %expect-exit 10 %counterpoint run %s | FileCheck %s
# CHECK: fault: double-set: engine e {{.*}}'f'
# CHECK: outcome: fault reason=double-set schedule=asap
implementation twice
engine e
flag f
e: x signal f += 1
e: y signal f += 1
