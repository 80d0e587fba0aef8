# Random runs of an implementation are taken on its program and the reverse.
# RUN: split-file %s %t
# RUN: %counterpoint run %t/program.cp --against %t/right.cp --repeat 100 --seed 3 | FileCheck %s --check-prefix=RIGHT
# RIGHT: 100 random runs of the implementation taken on the program, 100 of the program on the implementation
# RIGHT: every run ends with the data 0x[[DATA:[0-9a-f]+]]
# RIGHT: outcome: completed schedule=random seed=3 runs=100 steps={{[0-9]+}} state=0x[[DATA]]

# An implementation without accesses has those of its program, and ends in its state.
# RUN: %counterpoint run %t/program.cp --trips kv=5 | tail -1 | sed 's/.*state=//' > %t/one
# RUN: %counterpoint run %t/right.cp --program %t/program.cp --trips kv=5 | tail -1 | sed 's/.*state=//' | cmp %t/one -
# RUN: %counterpoint run %t/right.cp --trips kv=5 | FileCheck %s --check-prefix=BARE --implicit-check-not=state=
# BARE: outcome: completed schedule=asap

# An implementation that issues early, one that waits too long, one that stops.
# RUN: %expect-exit 10 %counterpoint run %t/program.cp --against %t/early.cp --trips kv=4 --repeat 9 \
# RUN:   --trace %t/early.steps | FileCheck %s --check-prefix=EARLY
# EARLY: the implementation takes 'issue dma load', which the program does not allow
# EARLY: outcome: differs reason=early schedule=random seed={{[0-9]+}}
# RUN: %counterpoint run %t/early.cp --replay %t/early.steps --expect limit > /dev/null
# RUN: %counterpoint run %t/program.cp --replay %t/early.steps --expect differs > /dev/null 2>&1
# RUN: %expect-exit 10 %counterpoint run %t/program.cp --against %t/late.cp --trips kv=4 --repeat 9 \
# RUN:   | FileCheck %s --check-prefix=LATE
# LATE: the program takes 'issue dma load', which the implementation does not allow yet
# LATE: outcome: differs reason=late
# RUN: %expect-exit 10 %counterpoint run %t/program.cp --against %t/stuck.cp --format json > %t/json
# RUN: check-json %t/json 'd["facts"]["reason"] == "stuck"' 'd["difference"]["leader"] == "implementation"'

# Another program's implementation is bad input.
# RUN: %expect-exit 65 %counterpoint run %t/program.cp --against %t/other.cp 2>&1 | FileCheck %s --check-prefix=OTHER
# OTHER: other.cp:{{.*}}error[CP05

#--- program.cp
program double_buffer
engine dma pe
buffer tile slots 2
loop kv trips dynamic {
  dma: load after qk@kv-2  writes tile[kv]
  pe:  qk   after load     reads tile[kv]
}
#--- right.cp
implementation double_buffer
engine dma pe
semaphore s f
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 2
  pe:  r := r + 1
  dma: load wait f >= w signal s += 1
  pe:  qk wait s >= r signal f += 1
}
#--- early.cp
implementation double_buffer
engine dma pe
semaphore s f
loop kv trips dynamic {
  pe:  r := r + 1
  dma: load signal s += 1
  pe:  qk wait s >= r signal f += 1
}
#--- late.cp
implementation double_buffer
engine dma pe
semaphore s f
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 1
  pe:  r := r + 1
  dma: load wait f >= w signal s += 1
  pe:  qk wait s >= r signal f += 1
}
#--- stuck.cp
implementation double_buffer
engine dma pe
semaphore s f
loop kv trips dynamic {
  dma: load wait f >= 1 signal s += 1
  pe:  qk wait s >= 1 signal f += 1
}
#--- other.cp
implementation double_buffer
engine dma pe
semaphore s
loop kv trips dynamic {
  dma: load signal s += 1
}
