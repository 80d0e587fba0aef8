# Every verdict of `certify`, its evidence, and how it ends.
# RUN: rm -rf %t && split-file %s %t

# RUN: %counterpoint certify %t/program.cp %t/right.cp | FileCheck %s --check-prefix=RIGHT
# RIGHT: double_buffer: an implementation against its program, 2 engines
# RIGHT-NEXT: 2 places that wait or must wait: {{[0-9]+}} distinct obligations, put to Z3 {{.*}} and cvc5
# RIGHT-NEXT: verdict: equivalent by=z3+cvc5 bound=trips:all consumers=2 {{.*}} assume=no-overflow{{$}}

# Without an implementation it is allocated first, with the options of alloc.
# RUN: %counterpoint certify %examples/flash_attention.cp --scheme per-engine --optimize 0 \
# RUN:   | FileCheck %s --check-prefix=MADE
# MADE: verdict: equivalent by=z3+cvc5 bound=trips:all {{.*}} assume=no-overflow,uniform
# RUN: %expect-exit 64 %counterpoint certify %t/program.cp %t/right.cp --scheme barrier 2>&1 \
# RUN:   | FileCheck %s --check-prefix=BOTH
# BOTH: '--scheme' says how to allocate, but IMPL is given

# What a proof rests on, as in the documents.
# RUN: %counterpoint certify %t/program.cp %t/right.cp --verbose | sed -n '/^the proof rests on/,$p' | grep '^  ' \
# RUN:   | sed 's/^  \([a-z-]*\) */- \1: /' > %t/list
# RUN: sed -n '/^## What is trusted/,$p' %examples/../docs/certifying.md | grep '^- ' | diff %t/list -

# Obligations as files: of a folder of their own, in which nothing else is lost.
# RUN: %counterpoint certify %t/program.cp %t/right.cp --dump %t/dump > /dev/null
# RUN: FileCheck %s --check-prefix=DUMP < %t/dump/obligation-00001.smt2
# DUMP: ; obligation 1 of {{[0-9]+}}: the walk of engine 'dma'
# DUMP-NEXT: ; wanted: unsat; answered: unsat; asked {{[0-9]+}} times
# DUMP: (check-sat)
# RUN: for f in %t/dump/*.smt2; do z3 -smt2 $f; done | sort -u > %t/said
# RUN: echo unsat | diff %t/said -
# RUN: touch %t/dump/obligation-00099.smt2
# RUN: %counterpoint certify %t/program.cp %t/right.cp --dump %t/dump > /dev/null
# RUN: test ! -e %t/dump/obligation-00099.smt2
# RUN: touch %t/dump/mine
# RUN: %expect-exit 64 %counterpoint certify %t/program.cp %t/right.cp --dump %t/dump 2>&1 \
# RUN:   | FileCheck %s --check-prefix=MINE
# MINE: holds 'mine', which is no obligation

# One solver is enough where it is asked for, and the verdict says which.
# RUN: %counterpoint certify %t/program.cp %t/right.cp --solver z3 | FileCheck %s --check-prefix=Z3
# Z3: verdict: equivalent by=z3 bound=trips:all
# RUN: %counterpoint certify %t/program.cp %t/right.cp --solver cvc5 | FileCheck %s --check-prefix=CVC5
# CVC5: verdict: equivalent by=cvc5 bound=trips:all

# A pair that is wrong only from the third iteration on: the run that shows it, with its trips, which replays.
# RUN: %expect-exit 10 %counterpoint certify %t/program.cp %t/early.cp --trace %t/early.steps \
# RUN:   | FileCheck %s --check-prefix=EARLY
# EARLY: A run refutes it, with --trips kv=3:
# EARLY: A shortest schedule of the implementation that shows it, 3 steps:
# EARLY: its steps are saved
# EARLY: To see it again: counterpoint check PROGRAM IMPL --trips kv=3
# EARLY: verdict: unsafe reason=early-issue by=order+explore bound=trips:kv=3 consumers=2
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/early.cp --trips kv=3 > /dev/null
# RUN: %counterpoint run %t/program.cp --replay %t/early.steps --expect differs > /dev/null 2>&1
# RUN: %counterpoint run %t/early.cp --replay %t/early.steps --expect limit > /dev/null
# RUN: %counterpoint certify %t/program.cp %t/early.cp --expect unsafe > /dev/null

# RUN: %expect-exit 10 %counterpoint certify %t/program.cp %t/stuck.cp --format json > %t/json
# RUN: check-json %t/json 'd["command"] == "certify"' 'd["verdict"] == "deadlock"' 'd["exit"] == 10' 'd["trips"]' \
# RUN:   'd["stuck"][0]["waits_for"]' 'd["facts"]["bound"] == "trips:" + ";".join(d["trips"])'

# A wait that is longer than the program asks: which may be, and a run in which it is.
# RUN: %counterpoint certify %t/program.cp %t/late.cp | FileCheck %s --check-prefix=LATE
# LATE: A run shows where it waits for more than the program asks, with --trips kv=2:
# LATE: consumer  line  waits for  on   lost slack    instances
# LATE: load {{ *}}5 {{ *}}qk {{ *}}pe   1 retirement
# LATE: verdict: refines by=z3+cvc5 bound=trips:all {{.*}} assume=no-overflow,uniform
# RUN: %expect-exit 10 %counterpoint certify %t/program.cp %t/late.cp --exact > /dev/null

# What the proof does not cover is refused by name, and a run is looked for all the same.
# RUN: %expect-exit 5 %counterpoint certify %t/program.cp %t/tokens.cp | FileCheck %s --check-prefix=TOKENS
# TOKENS: not covered by the proof: {{.*}}take
# TOKENS: Looked for a run that refutes it, and found none:
# TOKENS: verdict: undecided reason=construct by=z3+cvc5 consumers=0
# RUN: %expect-exit 10 %counterpoint certify %t/program.cp %t/right.cp --compare unsigned \
# RUN:   | FileCheck %s --check-prefix=COMPARE
# COMPARE: not covered by the proof: unsigned comparison
# COMPARE: verdict: deadlock reason=stuck by=explore {{.*}} compare=unsigned

# A budget that is too small is no success and no refutation.
# RUN: %expect-exit 5 %counterpoint certify %t/program.cp %t/right.cp --budget 0 | FileCheck %s --check-prefix=BUDGET
# BUDGET: These are open; none of them says that the pair is wrong:
# BUDGET: because the 0 ms for all obligations are over
# BUDGET: verdict: undecided reason=budget by=z3+cvc5
# RUN: %expect-exit 65 %counterpoint certify %t/program.cp %t/program.cp 2>&1 | FileCheck %s --check-prefix=KIND
# KIND: error[CP

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
  dma: r := r + 1
  dma: w := r - 2
  dma: load wait used >= w
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
