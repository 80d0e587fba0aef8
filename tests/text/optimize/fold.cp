# Numbers, copies, and sums of sums; a register whose source has moved on since is no copy.
# RUN: %counterpoint optimize %s --passes fold -q | FileCheck %s
implementation p
engine e f
semaphore s t u
e: a := 3
e: b := a * 4
e: i0 wait s >= b
loop l trips dynamic {
  e: r := r + 1
  e: c := r
  e: w := c - 2
  e: w := w - 1
  e: i1 wait s >= w, t >= c
  e: old := r
  e: r := r + 1
  e: m := gt(b, 5)
  e: w := old * m
  e: i2 wait u >= w
  f: j signal s += 1, t += 1, u += 1
}
# CHECK: i0 wait s >= 12
# CHECK: e: r := r + 1
# CHECK-NEXT: e: w := r - 3
# CHECK-NEXT: e: i1 wait s >= w, t >= r
# CHECK-NEXT: e: old := r
# CHECK-NEXT: e: r := r + 1
# CHECK-NEXT: e: i2 wait u >= old
# CHECK-NOT: gt
