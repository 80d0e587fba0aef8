# Every error of a file is reported, each with its place, its line, and the nearest right name.
# RUN: %expect-exit 65 %counterpoint alloc %s 2>&1 | FileCheck %s
# RUN: %expect-exit 65 %counterpoint alloc %s 2>/dev/null | count 0
# RUN: %expect-exit 65 %counterpoint alloc %s --format json 2>/dev/null > %t.json
# RUN: check-json %t.json '[x["nearest"] for x in d["diagnostics"]] == ["dma", "load", "kv"]'
# RUN: %expect-exit 65 %counterpoint alloc %s --color always 2>&1 | grep -q "$(printf '\033')"
program p
engine dma pe
loop kv trips dynamic {
  dam: load
  pe:  qk after laod
  pe:  pv after load@kw-1
}
# CHECK: messages.cp:10:3: error[CP0201]: {{.*}}did you mean 'dma'?
# CHECK-NEXT: 10 |   dam: load
# CHECK-NEXT: |   ^
# CHECK: messages.cp:11:17: error[CP0202]: {{.*}}did you mean 'load'?
# CHECK: messages.cp:12:22: error[CP0203]: {{.*}}did you mean 'kv'?
