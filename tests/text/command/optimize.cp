# The implementation on standard output, or in a file; then the savings are the result.
# RUN: %counterpoint optimize %s > %t.cp 2> %t.said
# RUN: FileCheck %s --check-prefix=TEXT < %t.cp
# RUN: FileCheck %s --check-prefix=SAVED < %t.said
# RUN: %counterpoint optimize %s -o %t.file | FileCheck %s --check-prefix=SAVED
# RUN: cmp %t.cp %t.file
# RUN: %counterpoint optimize %t.cp -q | cmp %t.cp -

# The same facts as one document.
# RUN: %counterpoint optimize %s --format json 2> /dev/null > %t.json
# RUN: check-json %t.json 'd["command"] == "optimize"' 'd["before"]["register_operations"] == 4' \
# RUN:   'd["cost"]["register_operations"] == 2' 'd["implementation"]["schema"] == "counterpoint/1"' \
# RUN:   'sum(s["register_operations"] for s in d["savings"]) == 2' \
# RUN:   '" ".join(s["pass"] for s in d["savings"]) == "fold static waits clocks reduce share hoist dead"'

# RUN: %expect-exit 64 %counterpoint optimize %s --passes hoist,fly 2>&1 | FileCheck %s --check-prefix=FLY
# FLY: no pass 'fly'; there are fold, static,
# RUN: %expect-exit 64 %counterpoint optimize %s --passes hoits 2>&1 | FileCheck %s --check-prefix=NEAREST
# NEAREST: no pass 'hoits'; {{.*}}; did you mean 'hoist'?
# RUN: %counterpoint optimize %s --passes hoist,share -q | FileCheck %s --check-prefix=PART
# PART: w := r * 4

# Level 2 of alloc says the same, and how many dependencies the others keep.
# RUN: %counterpoint alloc %S/../../../examples/flash_attention.cp --optimize 2 -v -o %t.alloc 2> /dev/null \
# RUN:   | FileCheck %s --check-prefix=ALLOC
# ALLOC: left out, which the others keep
# ALLOC-NEXT: saved by
# ALLOC-NEXT: fold
# ALLOC: all
# RUN: %counterpoint check %S/../../../examples/flash_attention.cp %t.alloc --by all | FileCheck %s --check-prefix=SAME
# SAME: verdict: equivalent
implementation p
engine e f
semaphore s
loop q trips dynamic {
  e: r := r + 1
  e: unread := unread + 1
  e: w := r * 4
  e: w := w - 3
  e: i wait s >= w
  f: j signal s += 1
}
# TEXT: e: [[V:v4_r]] := -3
# TEXT-NEXT: loop q trips dynamic {
# TEXT-NEXT: e: [[V]] := [[V]] + 4
# TEXT-NEXT: e: i wait s >= [[V]]
# SAVED: p: 2 instructions on 2 engines
# SAVED: saved by
# SAVED: reduce
