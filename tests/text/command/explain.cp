# The class and the formula of every dependency, in the program's own names; one in full; and what a code means.
# RUN: %counterpoint explain %s > %t.all
# RUN: FileCheck %s < %t.all
# CHECK: double_buffer: 2 dependencies: 2 direct
# CHECK-NEXT: load <- qk@kv-2 {{ *}}direct {{ *}}wait for R(qk) >= r_kv - 2 where t_kv > 2
# CHECK-NEXT: qk <- load {{ *}}direct {{ *}}wait for R(load) >= r_kv
# RUN: %counterpoint explain %s load:qk | FileCheck %s --check-prefix=ONE
# ONE: load <- qk@kv-2: direct (base, exact)
# ONE: per loop {{ *}}wait s_kv_pe >= r_kv - 2 where t_kv > 2
# RUN: %counterpoint explain %s --format json > %t.json
# RUN: check-json %t.json '[x["class"] for x in d["dependencies"]] == ["direct", "direct"]'

# RUN: %expect-exit 64 %counterpoint explain %s laod:qk 2>&1 | FileCheck %s --check-prefix=NAME
# NAME: there is no instruction 'laod'; did you mean 'load'?
# RUN: %expect-exit 64 %counterpoint explain %s load:load 2>&1 | FileCheck %s --check-prefix=NONE
# NONE: 'load' has no dependency on 'load'

# What is refused says what to write instead.
# RUN: %counterpoint explain %S/refused.cp | FileCheck %s --check-prefix=REFUSED
# REFUSED: c <- p: rejected
# REFUSED: instead {{ *}}add 'e0: p_done cost 0'

# RUN: %counterpoint explain CP0203 | FileCheck %s --check-prefix=CODE
# RUN: %counterpoint explain cp0203 | FileCheck %s --check-prefix=CODE
# CODE: CP0203 (error): a loop that is not there
# CODE: This gives it:
# CODE: This does not:
program double_buffer
engine dma pe
loop kv trips dynamic {
  dma: load after qk@kv-2
  pe:  qk   after load
}
