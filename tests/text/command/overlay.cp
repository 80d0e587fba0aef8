# Buffers with addresses conflict where their bytes overlap: `deps` says so, and a run that orders them not is racy.
# RUN: %counterpoint deps %s | FileCheck %s
# CHECK: overlay: 7 conflicting pairs of accesses
# CHECK-DAG: missing {{ *}}anti {{ *}}mul after sum@k-1 {{ *}}sum reads c, mul writes b
# CHECK-DAG: missing {{ *}}true {{ *}}sum after mul {{ *}}mul writes b, sum reads c
# CHECK-DAG: missing {{ *}}output {{ *}}mul after load {{ *}}load writes a[k], mul writes b
# RUN: %counterpoint deps %s --write > %t.cp
# RUN: %counterpoint deps %t.cp | FileCheck %s --check-prefix=DONE
# DONE: 0 missing
# RUN: %counterpoint run %t.cp --trips k=4 > /dev/null
# RUN: %expect-exit 10 %counterpoint run %s --trips k=4 | FileCheck %s --check-prefix=RACE
# RACE: outcome: racy pair={{load:mul|mul:load}} slot=ub:96-127

# The places are printed, and travel as JSON.
# RUN: %counterpoint convert --to text %s | FileCheck %s --check-prefix=TEXT
# TEXT: buffer a slots 2 in ub at 0 bytes 64
# TEXT-NEXT: buffer b slots 1 in ub at 96 bytes 64
# RUN: %counterpoint convert --to json %s > %t.json
# RUN: check-json %t.json 'd["buffers"][0] == {"name": "a", "slots": 2, "space": "ub", "at": 0, "bytes": 64}' \
# RUN:   'd["buffers"][3]["space"] == "l1"'
# RUN: %counterpoint convert --to text %t.json > %t.back
# RUN: %counterpoint convert --to text %s > %t.text
# RUN: cmp %t.back %t.text
program overlay
engine mte2 v
buffer a slots 2 in ub at 0   bytes 64
buffer b slots 1 in ub at 96  bytes 64
buffer c slots 1 in ub at 159 bytes 1
buffer other slots 1 in l1 at 0 bytes 1024
loop k trips dynamic {
  mte2: load  writes a[k]
  v:    mul   writes b
  v:    sum   reads c
  v:    look  writes other
}
