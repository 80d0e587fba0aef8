# RUN: %counterpoint alloc %s > %t.cp 2> %t.said
# RUN: FileCheck %s --check-prefix=TEXT < %t.cp
# RUN: FileCheck %s --check-prefix=COST < %t.said
# RUN: %counterpoint alloc %s -q 2>&1 > /dev/null | count 0

# To a file, the cost is the result.
# RUN: %counterpoint alloc %s -o %t.file | FileCheck %s --check-prefix=COST
# RUN: cmp %t.cp %t.file
# RUN: %counterpoint alloc %s -v -o %t.file 2>/dev/null | FileCheck %s --check-prefix=WHY
# WHY: qk <- load

# The same bytes twice.
# RUN: %counterpoint alloc %s 2>/dev/null | cmp %t.cp -

# The same facts as one document.
# RUN: %counterpoint alloc %s --format json 2> /dev/null > %t.json
# RUN: check-json %t.json 'd["schema"] == "counterpoint-result/1"' 'd["cost"]["semaphores"] == 2' \
# RUN:   'd["implementation"]["schema"] == "counterpoint/1"'

# RUN: %counterpoint alloc %s --expect allocated 2>/dev/null >/dev/null
# RUN: %expect-exit 1 %counterpoint alloc %s --expect refused 2>/dev/null >/dev/null
program double_buffer
engine dma pe
loop kv trips dynamic {
  dma: load after qk@kv-2
  pe:  qk   after load
}
# TEXT: implementation double_buffer scheme per-loop
# TEXT: dma: load wait {{.*}} signal
# COST: double_buffer, per-loop: 2 instructions on 2 engines
# COST: semaphores {{ *}}2
# COST: barriers {{ *}}none
