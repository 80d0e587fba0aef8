# A program on a machine: its parameters, and what is wrong with them.
# RUN: %counterpoint run %s --machine trn2 | FileCheck %s --check-prefix=TRN2
# RUN: %counterpoint run %s --machine trn1 | FileCheck %s --check-prefix=TRN1
# RUN: %counterpoint run %s --machine trn2 --set issue=0,clock-pe=1200 --set semaphore-delay=0 \
# RUN:   | FileCheck %s --check-prefix=SET
# RUN: printf '# mine\nissue = 100\n' > %t.m
# RUN: %counterpoint run %s --machine %t.m | FileCheck %s --check-prefix=FILE
# RUN: printf 'issue 5\n  isue = 5\n' > %t.wrong
# RUN: %expect-exit 65 %counterpoint run %s --machine %t.wrong 2>&1 | FileCheck %s --check-prefix=WRONG
# RUN: %expect-exit 65 %counterpoint run %s --machine trn2 --set window=x 2>&1 | FileCheck %s --check-prefix=VALUE
# RUN: %expect-exit 66 %counterpoint run %s --machine trn3 2>&1 | FileCheck %s --check-prefix=NEAR
# RUN: %expect-exit 66 %counterpoint run %s --machine /nowhere/m 2>&1 | FileCheck %s --check-prefix=OPEN
# RUN: %expect-exit 64 %counterpoint run %s --set issue=1 2>&1 | FileCheck %s --check-prefix=ALONE
# RUN: %expect-exit 64 %counterpoint run %s --machine trn2 --schedule random 2>&1 | FileCheck %s --check-prefix=ORDER
# RUN: printf 'issue = 5\nbranch = 6\n issue = 7\n' > %t.twice
# RUN: %expect-exit 65 %counterpoint run %s --machine %t.twice 2>&1 | FileCheck %s --check-prefix=TWICE
# RUN: %expect-exit 65 %counterpoint run %s --machine trn2 --set issue=1,issue=1 2>&1 \
# RUN:   | FileCheck %s --check-prefix=AGAIN
# RUN: %counterpoint run %s --machine trn2 --set issue=7 --set issue=25 | FileCheck %s --check-prefix=TRN2
# RUN: python3 -c "print('nonsense\\n' * 5000)" > %t.long
# RUN: %expect-exit 65 %counterpoint run %s --machine %t.long 2>&1 | grep -c 'error.CP0731' \
# RUN:   | FileCheck %s --check-prefix=HUNDRED
# RUN: %expect-exit 64 %counterpoint run - --machine - < %s 2>&1 | FileCheck %s --check-prefix=STDIN
# RUN: %counterpoint help machines | FileCheck %s --check-prefix=LIST
#
# 25 to issue, 300 until the end; a program's guard sees it at once: 325 + 300.
# TRN2: outcome: completed schedule=asap instances=2 steps=8 makespan=625000 unit=ps
# 100 * 6 / 7 of interval, 200 * 143 / 167 of latency on pe; sp keeps both.
# TRN1: makespan={{[0-9]+}} unit=ps
# 200 + 200, then 300.
# SET: makespan=700000 unit=ps
# FILE: makespan=700000 unit=ps
# WRONG: wrong:1:1: error[CP0731]: a parameter is set by name (expected NAME = VALUE, found issue 5)
# WRONG: wrong:2:3: error[CP0730]: a machine has no such parameter (found isue); did you mean 'issue'?
# VALUE: --set:1:8: error[CP0732]: 'window' is a number of instructions (expected an integer from 0 to 1000000, found x)
# TWICE: twice:3:2: error[CP0732]: 'issue' has a value already (expected one value of each; the first is at 1:1)
# AGAIN: --set:1:9: error[CP0732]: 'issue' has a value already (expected one value of each; the first is at 1:1)
# HUNDRED: {{^100$}}
# STDIN: standard input, '-', is read already: only one file can be it
# NEAR: 'trn3' is neither a machine nor a file; did you mean 'trn2'?
# OPEN: /nowhere/m
# ALONE: '--set' goes with '--machine': it changes one
# ORDER: '--machine' goes with '--schedule asap': other schedules know no time
# LIST: parameter unit trn2 trn1 sweep meaning
# LIST: barrier-handshake ns 700 700 150-2500 I from the last engine
program machine
unit ns
engine pe sp
pe: x cost 300 interval 100
sp: y after x cost 300 interval 100
