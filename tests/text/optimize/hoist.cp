# What does not change in a loop is computed before it; not out of a branch, not out of a loop that never runs, not what
# may fault.
# RUN: %counterpoint optimize %s --passes hoist -q | FileCheck %s
implementation p
engine e f
semaphore s
loop q trips dynamic {
  f: x signal s += 1
  e: r := r + 1
  e: t := t + 1
  loop k trips dynamic {
    e: m := gt(t, 1)
    e: w := r - 1
    e: w := w * m
    e: i0 wait s >= w
    e: w := r mod t
    e: i1 wait s >= w
    if c {
      e: w := r * 3
      e: i2 wait s >= w
    }
    loop never trips 0 {
      e: w := r * 5
      e: i3 wait s >= w
    }
  }
}
# CHECK: e: t := t + 1
# CHECK-NEXT: e: [[M:[a-z]+]] := gt(t, 1)
# CHECK-NEXT: e: [[W:[a-z]+]] := r - 1
# CHECK-NEXT: e: [[H:[a-z]+]] := [[W]] * [[M]]
# CHECK-NEXT: loop k trips dynamic {
# CHECK-NEXT: e: i0 wait s >= [[H]]
# CHECK-NEXT: e: {{[a-z]+}} := r mod t
# CHECK: if c {
# CHECK-NEXT: e: {{[a-z]+}} := r * 3
# CHECK: loop never
# CHECK-NEXT: e: {{[a-z]+}} := r * 5
