# A race names the pair, the slot, the iterations and the lines.
# RUN: %expect-exit 10 %counterpoint run %s --trips kv=3 | FileCheck %s
# RUN: %expect-exit 10 %counterpoint run %s --trips kv=3 --format json > %t.json
# RUN: check-json %t.json 'd["race"]["slot"] == "tile"' 'd["race"]["second"]["line"] == 14'
# CHECK: race on tile:
# CHECK-NEXT: load in kv=1 (writes, line 13) on engine dma
# CHECK-NEXT: qk in kv=1 (reads, line 14) on engine pe
# CHECK: outcome: racy pair=load:qk slot=tile schedule=asap
program forgotten
engine dma pe inorder
buffer tile slots 1
loop kv trips dynamic {
  dma: load after qk@kv-1 writes tile
  pe:  qk reads tile
}
