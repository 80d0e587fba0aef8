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
