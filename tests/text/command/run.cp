# A run ends with one line of fixed grammar.
# RUN: %counterpoint run %s --trips kv=3 | tail -1 > %t.line
# RUN: FileCheck %s --check-prefix=ASAP < %t.line
# ASAP: {{^}}outcome: completed schedule=asap instances=6 steps=20 makespan=40 unit=ps state=0x{{[0-9a-f]+$}}
# RUN: %counterpoint run %s --trips kv=3 --schedule random --seed 7 | tail -1 | FileCheck %s --check-prefix=RANDOM
# RANDOM: {{^}}outcome: completed schedule=random seed=7 instances=6 steps=20 state=0x
# RUN: %counterpoint run %s --trips random --seed 7 --schedule round-robin | tail -1 | FileCheck %s --check-prefix=DRAWN
# DRAWN: {{^}}outcome: completed schedule=round-robin seed=7 instances=
# RUN: %counterpoint run %s --window 1 --width 16 --compare difference | tail -1 | FileCheck %s --check-prefix=BOUNDS
# BOUNDS: window=1 width=16 compare=difference

# Every schedule ends in the same data, and so do many random ones.
# RUN: for s in asap random round-robin adversarial; do %counterpoint run %s --schedule $s | tail -1 \
# RUN:   | sed 's/.*state=//'; done | sort -u | count 1
# RUN: %counterpoint run %s --schedule random --repeat 20 | tail -1 | FileCheck %s --check-prefix=MANY
# MANY: outcome: completed schedule=random seed=20 runs=20
# RUN: %expect-exit 64 %counterpoint run %s --repeat 2

# A limit is its own outcome; what was expected is 0 and anything else 1.
# RUN: %expect-exit 5 %counterpoint run %s --max-steps 5 | FileCheck %s --check-prefix=LIMIT
# LIMIT: outcome: limit
# RUN: %counterpoint run %s --max-steps 5 --expect limit > %t.out
# RUN: %expect-exit 1 %counterpoint run %s --expect deadlock 2>&1 >/dev/null | FileCheck %s --check-prefix=EXPECT
# EXPECT: counterpoint: expected 'deadlock', got 'completed'

# The same facts as one document, the same bytes twice.
# RUN: %counterpoint run %s --trips kv=3 --format json > %t.json
# RUN: %counterpoint run %s --trips kv=3 --format json | cmp %t.json -
# RUN: check-json %t.json 'd["outcome"] == "completed"' \
# RUN:   '" ".join(k + "=" + v for k, v in d["facts"].items()) in open("%t.line").read()'

# Wrong trips name the nearest right scope.
# RUN: %expect-exit 64 %counterpoint run %s --trips kw=3 2>&1 | FileCheck %s --check-prefix=SCOPE
# SCOPE: error[CP0701]: {{.*}}did you mean 'kv'?
program double_buffer
unit ps
engine dma pe
buffer tile slots 2
loop kv trips dynamic {
  dma: load after qk@kv-2  cost 10 writes tile[kv]
  pe:  qk   after load     cost 10 reads tile[kv]
}
