# Every verdict of `check`, its evidence, and how it ends.
# RUN: split-file %s %t

# What our allocation allows is what the program allows; both engines say so.
# RUN: %counterpoint check %t/program.cp %t/right.cp --trips kv=5 | FileCheck %s --check-prefix=RIGHT
# RIGHT: double_buffer: an implementation against its program, 2 engines
# RIGHT-NEXT: verdict: equivalent by=order bound=trips:kv=5;default=2 instances=10
# RUN: %counterpoint check %t/program.cp %t/right.cp --by all --trips random --seed 7 --exact \
# RUN:   | FileCheck %s --check-prefix=DRAWN
# DRAWN: relation  equivalent
# DRAWN-NEXT: verdict: equivalent by=order+explore+relation bound=trips:all seed=7 {{.*}} assume=no-overflow
# RUN: %counterpoint check %t/program.cp %t/right.cp --by relation | FileCheck %s --check-prefix=TEXT
# TEXT: verdict: equivalent by=relation bound=trips:all assume=no-overflow
# RUN: %expect-exit 5 %counterpoint check %t/program.cp %t/early.cp --by relation | FileCheck %s --check-prefix=CLAUSE
# CLAUSE: verdict: undecided reason=waits by=relation

# A threshold that is too low: the schedule is a shortest one, and it replays.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/early.cp --trips kv=4 --by all --trace %t/early.steps \
# RUN:   | FileCheck %s --check-prefix=EARLY
# EARLY: order    unsafe  early-issue
# EARLY-NEXT: explore  unsafe  early-issue
# EARLY: A shortest schedule of the implementation that shows it, 3 steps:
# EARLY: its steps are saved
# EARLY: The program does not allow its last step: dma stands at issue of load and waits for retirements of qk >= 1
# EARLY: verdict: unsafe reason=early-issue by=order+explore
# RUN: %counterpoint run %t/early.cp --replay %t/early.steps --expect limit > /dev/null
# RUN: %counterpoint run %t/program.cp --replay %t/early.steps --expect differs > /dev/null 2>&1
# RUN: %counterpoint check %t/program.cp %t/early.cp --trips kv=2 --expect equivalent > /dev/null

# One that is too high: what waits for how much more. It is good enough unless --exact is asked for.
# RUN: %counterpoint check %t/program.cp %t/late.cp --trips kv=4 | FileCheck %s --check-prefix=LATE
# LATE: consumer  line  waits for  on   lost slack    instances
# LATE: load {{ *}}5 {{ *}}qk {{ *}}pe   1 retirement
# LATE: verdict: refines by=order
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/late.cp --trips kv=4 --exact > /dev/null

# Nobody signals: who is stuck at what.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/stuck.cp --format json > %t/json
# RUN: check-json %t/json 'd["verdict"] == "deadlock"' 'd["facts"]["reason"] == "stuck"' \
# RUN:   'd["stuck"][0]["waits_for"][0]["cell"]' 'd["witness"]' 'd["exit"] == 10'
# RUN: %counterpoint check %t/program.cp %t/stuck.cp --property deadlock --expect deadlock > /dev/null
# RUN: %counterpoint check %t/program.cp %t/early.cp --trips kv=4 --property deadlock | FileCheck %s --check-prefix=NOT
# NOT: verdict: clean by=order bound={{[^ ]*}} property=deadlock

# What only exploration can decide; asked of closed clocks alone it stays open, and says why.
# RUN: %counterpoint check %t/program.cp %t/tokens.cp --trips kv=3 | FileCheck %s --check-prefix=TOKENS
# TOKENS: order {{.*}}cannot answer
# TOKENS: verdict: equivalent by=explore
# RUN: %expect-exit 5 %counterpoint check %t/program.cp %t/tokens.cp --by order | FileCheck %s --check-prefix=OPEN
# OPEN: verdict: undecided reason=precondition by=order
# RUN: %expect-exit 5 %counterpoint check %t/program.cp %t/tokens.cp --trips kv=9 --max-states 40 \
# RUN:   | FileCheck %s --check-prefix=BOUND
# BOUND: explore gave up: 40 states, {{[0-9]+}} transitions, depth {{[0-9]+}}: there are more
# BOUND: verdict: undecided reason=bound by=order+explore+relation bound=trips:kv=9;default=2;states:40

# An implementation alone: what is left at its end.
# RUN: %counterpoint check %t/tokens.cp --trips kv=3 | FileCheck %s --check-prefix=ALONE
# ALONE: verdict: clean by=explore bound=trips:kv=3;default=2 states={{[0-9]+}} {{.*}} left=free:2
# RUN: %expect-exit 64 %counterpoint check %t/tokens.cp --by order 2>&1 | FileCheck %s --check-prefix=NEEDS
# NEEDS: '--by order' needs a program
# RUN: %expect-exit 65 %counterpoint check %t/program.cp 2>&1 | FileCheck %s --check-prefix=KIND
# KIND: error[CP

# It keeps to the bounds that are given, and memory counts what is built before the search.
# RUN: %expect-exit 5 %counterpoint check %t/tokens.cp --max-memory 0 | FileCheck %s --check-prefix=MEMORY
# MEMORY: verdict: undecided reason=bound by=explore bound=trips:default=2;memory:0MiB states=1 transitions=0 depth=0
# RUN: %expect-exit 5 %counterpoint check %t/cells.cp --max-memory 16 | FileCheck %s --check-prefix=CELLS
# CELLS: verdict: undecided reason=bound by=explore bound=trips:all;memory:16MiB
# RUN: %counterpoint check %t/signals.cp | FileCheck %s --check-prefix=EVERY
# EVERY: states=16
# RUN: %counterpoint check %t/signals.cp --reduce | FileCheck %s --check-prefix=REDUCED
# REDUCED: states=7

# What is too many is named: here only entries of scopes are.
# RUN: %counterpoint check %t/empty.cp %t/empties.cp --by all | FileCheck %s --check-prefix=EMPTY
# EMPTY: order {{.*}}more than 67108864 entries of scopes

# A schedule of a reduced search need not be shortest.
# RUN: %counterpoint check %t/program.cp %t/early.cp --trips kv=4 --by explore --reduce --expect unsafe \
# RUN:   | FileCheck %s --check-prefix=SOME
# SOME: A schedule of the implementation that shows it

# Closed clocks leave out internal steps that the witness does not need.
# RUN: %expect-exit 10 %counterpoint check %t/one.cp %t/aside.cp --by order | FileCheck %s --check-prefix=ASIDE
# ASIDE: A shortest schedule of the implementation that shows it, 1 step:

# Semaphores that start below zero and have risen when they are looked at: not what the signed comparison says.
# RUN: %expect-exit 10 %counterpoint check %t/one.cp %t/below.cp --compare unsigned | FileCheck %s --check-prefix=BELOW
# BELOW: order {{.*}}cannot answer {{.*}}a negative value
# BELOW: verdict: unsafe reason=early-issue by=explore
# RUN: %expect-exit 10 %counterpoint check %t/two.cp %t/far.cp --compare difference | FileCheck %s --check-prefix=BELOW

# Engines in another order are the same engines, also where their trip counts are drawn.
# RUN: %counterpoint check %t/divergent.cp %t/turned.cp --trips random --seed 3 --by all --exact > /dev/null
# A schedule found there replays without the options being given again, whatever the order of the engines.
# RUN: %expect-exit 10 %counterpoint check %t/divergent.cp %t/once.cp --trips random --seed 1 --trace %t/once.steps \
# RUN:   | FileCheck %s --check-prefix=ONCE
# ONCE: verdict: deadlock reason=stuck by=order bound=trips:random;max=3 seed=1
# RUN: %counterpoint run %t/once.cp --program %t/divergent.cp --replay %t/once.steps --expect deadlock > /dev/null

# With trips by default a remark says when a dependency reaches beyond them. The last of two options for a scope holds.
# RUN: %counterpoint check %t/program.cp %t/early.cp 2>&1 > /dev/null \
# RUN:   | FileCheck %s --check-prefix=SHORT
# SHORT: loops without a number ran 2 times, and a dependency reaches 2 iterations back
# RUN: %counterpoint check %t/program.cp %t/early.cp --trips kv=1 --trips kv=2 2>&1 \
# RUN:   | FileCheck %s --check-prefix=LATER --implicit-check-not=reaches
# LATER: verdict: equivalent by=order bound=trips:kv=2;default=2

# Stuck before the first step: the schedule is empty, and replays. Nothing to save is said, and nothing is written.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/never.cp --trace %t/never.steps \
# RUN:   | FileCheck %s --check-prefix=NEVER
# NEVER: It is so from the start: no step is needed to show it.
# RUN: %counterpoint run %t/never.cp --replay %t/never.steps --expect deadlock > /dev/null
# RUN: %counterpoint check %t/program.cp %t/right.cp --trips kv=3 --trace %t/right.steps 2>&1 \
# RUN:   | FileCheck %s --check-prefix=NOTHING
# NOTHING: 'equivalent' has no schedule to save: {{.*}}right.steps is not written
# RUN: test ! -e %t/right.steps
# RUN: %expect-exit 64 %counterpoint check - - < %t/program.cp 2>&1 | FileCheck %s --check-prefix=ONE
# ONE: only one of PROGRAM and IMPL can be '-'

#--- once.cp
implementation turned
engine e1 e0
semaphore s
loop l trips divergent {
  e0: p
  e1: c wait s >= 1
}
#--- never.cp
implementation double_buffer
engine dma pe
semaphore s
loop kv trips dynamic {
  dma: load wait s >= 1
  pe: qk wait s >= 1
}
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
semaphore loaded used
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 2
  pe: r := r + 1
  dma: load wait used >= w   signal loaded += 1
  pe: qk    wait loaded >= r signal used += 1
}
#--- early.cp
implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 3
  pe: r := r + 1
  dma: load wait used >= w   signal loaded += 1
  pe: qk    wait loaded >= r signal used += 1
}
#--- late.cp
implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 1
  pe: r := r + 1
  dma: load wait used >= w   signal loaded += 1
  pe: qk    wait loaded >= r signal used += 1
}
#--- stuck.cp
implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  dma: load
  pe: qk    wait loaded >= 1 signal used += 1
}
#--- tokens.cp
implementation double_buffer
engine dma pe
semaphore full free = 2
loop kv trips dynamic {
  dma: load take free >= 1 signal full += 1
  pe: qk    take full >= 1 signal free += 1
}
#--- cells.cp
implementation cells
engine e
semaphore s[1000000]
e: p signal s[5] += 1
#--- signals.cp
implementation signals
engine e0 e1
semaphore s t
e0: signal s += 1
e0: wait s >= 1
e1: signal t += 1
e1: wait t >= 1
#--- empty.cp
program empty
engine e0 e1
loop A trips 100000000 {
}
loop B trips 100000000 {
}
e0: p
e1: c after p
#--- empties.cp
implementation empty
engine e0 e1
semaphore s
loop A trips 100000000 {
}
loop B trips 100000000 {
}
e0: p signal s += 1
e1: c wait s >= 1
#--- one.cp
program one
engine e0 e1
e0: p
e1: c after p
#--- aside.cp
implementation one
engine e0 e1
semaphore t
e0: signal t += 1
e0: p
e1: c
#--- below.cp
implementation one
engine e0 e1
semaphore s = -1
e0: p signal s += 1
e1: c wait s >= 0
#--- two.cp
program two
engine e0 e1
e0: p
e0: q
e1: c after q
#--- far.cp
implementation two
engine e0 e1
semaphore s = -9223372036854775808
e0: p signal s += 9223372036854775807
e0: q signal s += 2
e1: c wait s >= 1
#--- divergent.cp
program turned
engine e0 e1
loop l trips divergent {
  e0: p
  e1: c after p
}
#--- turned.cp
implementation turned
engine e1 e0
semaphore s
loop l trips divergent {
  e1: r := r + 1
  e0: p signal s += 1
  e1: c wait s >= r
}
