# A pair as a Promela model: SPIN reaches the states that exploration reaches, and finds the same faults.
# RUN: split-file %s %t

# RUN: %counterpoint convert %t/program.cp %t/right.cp --to promela --trips kv=2 | FileCheck %s --check-prefix=MODEL
# MODEL: byte c0 = 0; /* loaded */
# MODEL: active proctype e0() { /* dma */
# MODEL-NEXT: d_step { c1 >= -1 -> i0++; skip } /* load */
# MODEL-NEXT: d_step { c1 >= 0 -> i0++; skip } /* load */
# MODEL-NEXT: d_step { r0 == 2 -> skip }
# MODEL-NEXT: end: false
# MODEL: d_step { i0 > 1 -> r0++; c0 = c0 + (1); skip }
# MODEL: active proctype e1() { /* pe */
# MODEL-NEXT: d_step { c0 >= 1 -> assert(r0 >= 1); i1++; skip } /* qk */

# Counters, tokens, barriers with and without reset, updates at issue, visits and windows.
# RUN: %S/same-states %counterpoint %t/program.cp %t/right.cp --trips kv=5
# RUN: %S/same-states %counterpoint %t/program.cp %t/right.cp --trips kv=5 --window 2
# RUN: %S/same-states %counterpoint %t/program.cp %t/tokens.cp --trips kv=3
# RUN: %counterpoint alloc %examples/flash_attention.cp --scheme barrier -q -o %t/barrier.cp > /dev/null
# RUN: %S/same-states %counterpoint %examples/flash_attention.cp %t/barrier.cp --resize q=2 --trips kv=1,2
# RUN: %S/same-states %counterpoint %t/mixed.cp %t/mixed.impl.cp --trips l=2,1 --trips n=2

# What is early, stuck or a double set is an error there too.
# RUN: cd %t && for f in early stuck double; do \
# RUN:   %counterpoint convert program.cp $f.cp --to promela --trips kv=4 -o $f.pml && spin -a $f.pml > /dev/null && \
# RUN:   cc -w -DSAFETY -DNOREDUCE -o pan pan.c && ./pan > $f.out && grep -q 'errors: 1$' $f.out || exit 1; done
# RUN: FileCheck %s --check-prefix=EARLY < %t/early.out
# EARLY: assertion violated (r1>={{[12]}})
# RUN: FileCheck %s --check-prefix=STUCK < %t/stuck.out
# STUCK: invalid end state
# RUN: FileCheck %s --check-prefix=DOUBLE < %t/double.out
# DOUBLE: assertion violated (c0==0)

# What it cannot say, and what is asked wrongly.
# RUN: %expect-exit 69 %counterpoint convert %t/program.cp %t/large.cp --to promela > %t/none 2> %t/said
# RUN: FileCheck %s --check-prefix=LARGE < %t/said
# RUN: test ! -s %t/none
# LARGE: large.cp: refusal[CP0810]: loaded may go beyond the 32 bits of a number of Promela
# RUN: %expect-exit 69 %counterpoint convert %t/endless.cp %t/endless.impl.cp --to promela
# RUN: %counterpoint convert %t/circle.cp %t/circle.impl.cp --to promela 2>&1 > /dev/null \
# RUN:   | FileCheck %s --check-prefix=CIRCLE
# CIRCLE: the program itself gets stuck for these trips
# RUN: %expect-exit 64 %counterpoint convert %t/program.cp --to promela
# RUN: %expect-exit 64 %counterpoint convert %t/program.cp %t/right.cp --to json
# RUN: %expect-exit 64 %counterpoint convert %t/program.cp --trips kv=3

#--- endless.cp
program endless
engine a
loop l trips 2147483647 {
  loop m trips 2147483647 {
  }
}
a: x
#--- endless.impl.cp
implementation endless
engine a
loop l trips 2147483647 {
  loop m trips 2147483647 {
    a: r := r + 1
  }
}
a: x
#--- circle.cp
program circle
engine a b
a: x after y
b: y after x
#--- circle.impl.cp
implementation circle
engine a b
semaphore s
a: x wait s >= 1
b: y wait s >= 1
#--- program.cp
program double_buffer
engine dma pe
loop kv trips dynamic {
  dma: load after qk@kv-2
  pe:  qk   after load
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
#--- tokens.cp
implementation double_buffer
engine pe dma
semaphore full free = 2
loop kv trips dynamic {
  pe: qk    take full >= 1 signal free += 1
  dma: load take free >= 1 signal full += 1
}
#--- early.cp
implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  pe: r := r + 1
  dma: load signal loaded += 1
  pe: qk    wait loaded >= r signal used += 1
}
#--- stuck.cp
implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  dma: load
  pe: qk    wait loaded >= 1
}
#--- double.cp
implementation double_buffer
engine dma pe
flag loaded
semaphore used
loop kv trips dynamic {
  dma: r := r + 1
  dma: w := r - 2
  dma: load wait used >= w signal loaded += 1
  pe: qk    take loaded >= 1 signal used += 1
}
#--- large.cp
implementation double_buffer
engine dma pe
semaphore loaded used
loop kv trips dynamic {
  dma: load signal loaded += 3000000000
  pe: qk    wait loaded >= 1
}
#--- mixed.cp
program mixed
engine a b c
a: n0
loop l trips dynamic after n0 {
  a: x
  loop n trips dynamic {
    b: y
  }
  c: z
}
#--- mixed.impl.cp
implementation mixed
engine a b c
semaphore s u[2]
a: n0 signal s += 1
a: wait s >= 1
b: wait s >= 1
c: wait s >= 1
loop l trips dynamic {
  a: x signal u[1] += 1 at issue
  a: signal u[0] += 2 at retire
  loop n trips dynamic {
    b: y signal u[0] -= 1
  }
  c: z signal s := 4
  b: fence
  barrier reset
}
