# Counters that only count themselves, semaphores that nobody waits for; not a flag, and not what may fault.
# RUN: %counterpoint optimize %s --passes dead -q | FileCheck %s
implementation p
engine e f
semaphore s unread
flag g
loop q trips dynamic {
  e: r := r + 1
  e: dead := dead + 1
  e: deader := dead * 2
  e: late := r div r
  f: x signal s += 1, unread += 1, g := 1
  e: i0 wait s >= r
}
# CHECK: semaphore s{{$}}
# CHECK-NEXT: flag g
# CHECK: loop q
# CHECK-NEXT: e: r := r + 1
# CHECK-NEXT: e: late := r div r
# CHECK-NEXT: f: x signal s += 1, g := 1
# CHECK-NEXT: e: i0 wait s >= r
