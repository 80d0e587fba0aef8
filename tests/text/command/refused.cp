# A dependency whose count lies in the consumer's future: exit 69, nothing written, and what would help.
# RUN: rm -f %t.out
# RUN: %expect-exit 69 %counterpoint alloc %s -o %t.out 2>&1 | FileCheck %s
# RUN: test ! -e %t.out
# RUN: %counterpoint alloc %s --expect refused 2>/dev/null
# RUN: %expect-exit 69 %counterpoint alloc %s --format json 2>/dev/null > %t.json
# RUN: check-json %t.json 'd["exit"] == 69' 'd["diagnostics"][0]["severity"] == "refusal"' 'd["diagnostics"][0]["help"]'
# CHECK: refused.cp:13:{{.*}}refusal[CP08
# CHECK: help:
program future
engine e0 e1
loop s trips dynamic {
  e1: c after p
  loop l trips dynamic {
    e0: p
  }
}
