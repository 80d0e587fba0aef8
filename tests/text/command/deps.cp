# Conflicts are listed as given, implied with the path, or missing; --write adds the missing ones.
# RUN: %counterpoint deps %s | FileCheck %s
# CHECK: forgotten: 3 conflicting pairs of accesses: 1 given, 1 implied, 1 missing
# CHECK: implied {{ *}}output {{ *}}load after load@kv-2 {{.*}}dma is inorder
# CHECK: missing {{ *}}anti {{ *}}load after qk@kv-2 {{ *}}qk reads tile[kv], load writes tile[kv]
# CHECK: given {{ *}}true {{ *}}qk after load {{ *}}load writes tile[kv], qk reads tile[kv] {{ *}}after load
# RUN: %counterpoint deps %s --format json > %t.json
# RUN: check-json %t.json 'd["missing"] == 1' \
# RUN:   '[x["after"] for x in d["conflicts"] if x["status"] == "missing"] == ["qk@kv-2"]'
# RUN: %counterpoint deps %s --write > %t.cp
# RUN: FileCheck %s --check-prefix=WRITTEN < %t.cp
# WRITTEN: dma: load after qk@kv-2
# RUN: %counterpoint deps %s --write -o %t.file | FileCheck %s --check-prefix=ADDED
# ADDED: forgotten: 1 dependency added
# RUN: cmp %t.cp %t.file

# Nothing is missing then, and the program is no longer racy.
# RUN: %counterpoint deps %t.cp | FileCheck %s --check-prefix=DONE
# DONE: 0 missing
# RUN: %counterpoint run %s --trips kv=5 --expect racy > /dev/null
# RUN: %counterpoint run %t.cp --trips kv=5 > /dev/null

# Without a buffer there is nothing to say.
# RUN: %counterpoint deps %S/refused.cp 2>&1 | FileCheck %s --check-prefix=NOTHING
# NOTHING: no instruction reads or writes a buffer
program forgotten
engine dma inorder
engine pe inorder
buffer tile slots 2
loop kv trips dynamic {
  dma: load             writes tile[kv]
  pe:  qk   after load  reads tile[kv]
}
