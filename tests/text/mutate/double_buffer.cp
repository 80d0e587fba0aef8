# Every fault in the allocations of a double buffer is found, or changes nothing within the bound.
# RUN: %counterpoint mutate %s --scheme per-loop --confirm 10000 > %t
# RUN: FileCheck %s --input-file %t
# CHECK: operator {{.*}} equivalent  undecided  fault
# CHECK: threshold-plus        2        0      2 {{.*}} 0          0  a wait compares with one more
# CHECK: wait-dropped          2        0      2 {{.*}} 0          0  a wait is left out
# One slot too many is given back, which only the fourth iteration would use: beyond the bound.
# CHECK: double_buffer, per-loop: constants per scope 0..3 (all 4)
# CHECK-NEXT: update-doubled [kv, pe]
# CHECK-NEXT: - pe: qk wait s_kv_dma >= r_kv signal s_kv_pe += 1
# CHECK-NEXT: + pe: qk wait s_kv_dma >= r_kv signal s_kv_pe += 2
# CHECK-NEXT: equivalent (bounded): the same verdict at all 4 assignments
# CHECK: outcome: completed mutants={{[0-9]+}} killed={{[0-9]+}} equivalent=1 undecided=0 operators=43 implementations=1
# CHECK-SAME: bound=constants,per,scope,0..3,(all,4) seed=1

# By whom, at which trips, with which verdict.
# RUN: %counterpoint mutate %s --scheme per-loop --operators wait-dropped,threshold-plus -v \
# RUN:   | FileCheck %s --check-prefix=ALL
# ALL: wait-dropped [kv, dma]
# ALL-NEXT: - dma: load wait s_kv_pe >= w0 signal s_kv_dma += 1
# ALL-NEXT: + dma: load signal s_kv_dma += 1
# ALL-NEXT: order: unsafe, not equivalent at kv=3
# ALL: threshold-plus [kv, dma]
# ALL: order: refines, not equivalent at kv=3
# ALL: threshold-plus [kv, pe]
# ALL: order: deadlock, not equivalent at kv=3

# All schemes; the same for any number of threads; the same facts as one document.
# RUN: %counterpoint mutate %s --jobs 1 > %t.1
# RUN: %counterpoint mutate %s --jobs 3 > %t.3
# RUN: cmp %t.1 %t.3
# RUN: %counterpoint mutate %s --scheme per-loop --format json > %t.json
# RUN: check-json %t.json 'd["outcome"] == "completed"' 'd["facts"]["equivalent"] == "1"' 'len(d["operators"]) == 43' \
# RUN:   'd["implementations"][0]["mutants"][0]["operator"] == "update-doubled"' \
# RUN:   'sum(o["mutants"] for o in d["operators"]) == int(d["facts"]["mutants"])'

# RUN: %expect-exit 64 %counterpoint mutate %s --operators wait-droped 2>&1 | FileCheck %s --check-prefix=UNKNOWN
# UNKNOWN: there is no such operator; there are threshold-plus,
# RUN: %expect-exit 64 %counterpoint mutate %s --random 3
# RUN: %expect-exit 64 %counterpoint mutate
program double_buffer
engine dma pe
loop kv trips dynamic {
  dma: load after qk@kv-2
  pe:  qk   after load
}
