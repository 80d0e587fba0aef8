# What `check --by relation` proves from the text alone, and what it says where it cannot.
# RUN: split-file %s %t

# Somebody else's counters: other names, a count from the end of the body, slots that are free from the start.
# RUN: %counterpoint check %t/program.cp %t/theirs.cp --by relation | FileCheck %s --check-prefix=THEIRS
# THEIRS: verdict: equivalent by=relation bound=trips:all assume=no-overflow

# The clause, the statement with its line, what it asks for and what is asked of it.
# RUN: %expect-exit 5 %counterpoint check %t/program.cp %t/late.cp --by relation | FileCheck %s --check-prefix=LATE
# LATE: dma: load wait empty >= n (line 5): 'wait empty >= n' asks for r(kv) - 1; the dependency on qk (direct) asks
# LATE: verdict: undecided reason=waits by=relation

# A static dependency is proved for the number in the text, and for no other.
# RUN: %counterpoint alloc %t/fixed.cp -o %t/fixed.impl.cp > /dev/null 2>&1
# RUN: %counterpoint check %t/fixed.cp %t/fixed.impl.cp --by relation --expect equivalent > /dev/null
# RUN: %expect-exit 5 %counterpoint check %t/fixed.cp %t/fixed.impl.cp --by relation --resize L=3 \
# RUN:   | FileCheck %s --check-prefix=RESIZED
# RESIZED: verdict: undecided reason=precondition
# RUN: %counterpoint check %t/fixed.cp %t/fixed.impl.cp --by all --resize L=3 --expect unsafe > /dev/null

# What is owed may be yet to come: that the producer's scope was never entered is no reason to let a consumer go.
# RUN: %expect-exit 5 %counterpoint check %t/future.cp %t/future.masked.cp --by relation \
# RUN:   | FileCheck %s --check-prefix=FUTURE
# FUTURE: 'wait s >= w' asks for 2 * gt(r(L), 0) * r(S); the dependency on p (static) asks for (2 * r(S))
# FUTURE: verdict: undecided reason=waits by=relation
# RUN: %counterpoint check %t/future.cp %t/future.masked.cp --by explore --trips S=1 --expect unsafe > /dev/null

# An update faults whether anyone waits for it or not.
# RUN: %expect-exit 5 %counterpoint check %t/two.cp %t/full.cp --by relation | FileCheck %s --check-prefix=FULL
# FULL: e0: p (line 4): 'u' counts nothing: its start is beyond 2^30
# FULL: verdict: undecided reason=semaphores by=relation
# RUN: %counterpoint check %t/two.cp %t/full.cp --by explore --expect unsafe > /dev/null

# So does an operation whose result nobody reads: this one grows by 2^60 an iteration, behind a minimum.
# RUN: %expect-exit 5 %counterpoint check %t/steep.cp %t/grows.cp --by relation | FileCheck %s --check-prefix=STEEP
# STEEP: e1: d := d * 1073741824 (in B): its result may be of any size
# STEEP: verdict: undecided reason=registers by=relation
# RUN: %counterpoint check %t/steep.cp %t/grows.cp --by explore --trips A=0 --trips B=12 --expect unsafe > /dev/null

# A literal holds nothing: it is too large.
# RUN: %expect-exit 5 %counterpoint check %t/two.cp %t/sum.cp --by relation | FileCheck %s --check-prefix=SUM
# SUM: its result may be of any size, since 9223372036854775807 is too large: numbers beyond 2^30 are not followed
# RUN: %expect-exit 5 %counterpoint check %t/two.cp %t/copied.cp --by relation | FileCheck %s --check-prefix=LARGE
# RUN: %expect-exit 5 %counterpoint check %t/two.cp %t/wait.cp --by relation | FileCheck %s --check-prefix=LARGE
# LARGE: e1: c wait s >= {{.*}}: 9223372036854775807 is too large: numbers beyond 2^30 are not followed
# LARGE: verdict: undecided reason=registers by=relation

#--- program.cp
program double_buffer
engine dma pe
loop kv trips dynamic {
  dma: load after qk@kv-2
  pe: qk after load
}

#--- theirs.cp
implementation double_buffer
engine pe dma
semaphore full empty = 2
loop kv trips dynamic {
  dma: start := passed + 1
  dma: load wait empty >= start signal full += 1
  dma: passed := passed + 1
  pe: i := 1 + i
  pe: qk wait full >= i signal empty += 1
}

#--- late.cp
implementation double_buffer
engine dma pe
semaphore full empty
loop kv trips dynamic {
  dma: load wait empty >= n signal full += 1
  dma: n := n + 1
  pe: i := i + 1
  pe: qk wait full >= i signal empty += 1
}

#--- fixed.cp
program fixed
engine e0 e1
loop S trips dynamic {
  e1: c after p
  loop L trips 2 { e0: p }
}

#--- future.cp
program p1
engine e0 e1
loop S trips dynamic {
  e1: c after p
  loop L trips 2 {
    e0: p
  }
}

#--- future.masked.cp
implementation p1
engine e0 e1
semaphore s
loop S trips dynamic {
  e1: rS := rS + 1
  e1: m := gt(rL, 0)
  e1: w := rS * 2
  e1: w := w * m
  e1: c wait s >= w
  loop L trips 2 {
    e1: rL := rL + 1
    e0: p signal s += 1
  }
}

#--- two.cp
program t
engine e0 e1
e0: p
e1: c after p

#--- full.cp
implementation t
engine e0 e1
semaphore s u = 9223372036854775807
e0: p signal s += 1, u += 1
e1: c wait s >= 1

#--- steep.cp
program q
engine e0 e1
loop A trips dynamic { e0: a }
loop B trips dynamic { e0: p
 e1: c after p }

#--- grows.cp
implementation q
engine e0 e1
semaphore s
loop A trips dynamic { e1: a := a + 1
 e0: a }
loop B trips dynamic {
 e1: b := b + 1
 e1: x := a * 1073741823
 e1: y := b * 1073741824
 e1: d := x - y
 e1: d := d + 1
 e1: d := min(d, 0)
 e1: d := d * 1073741824
 e0: p signal s += 1
 e1: c wait s >= b }

#--- sum.cp
implementation t
engine e0 e1
semaphore s
e0: p signal s += 1
e1: r := 9223372036854775807 + 1
e1: c wait s >= 1

#--- copied.cp
implementation t
engine e0 e1
semaphore s
e0: p signal s += 1
e1: r := 9223372036854775807
e1: x := r
e1: c wait s >= x

#--- wait.cp
implementation t
engine e0 e1
semaphore s
e0: p signal s += 1
e1: c wait s >= 9223372036854775807
