# Two counters that a loop moves on together are one: a copy of q is 4 r and a number, before and behind the step of r.
# Not t, which something in a branch moves too.
# RUN: %counterpoint optimize %s -q | FileCheck %s
implementation p
engine e f
semaphore s u
f: x signal s += 4
e: q := q + 4
loop l trips dynamic {
  f: y signal s += 4, u += 1
  e: q := q + 4
  e: n := q
  e: r := r + 1
  e: t := t + 4
  e: w := r * 4
  e: w := w - 3
  e: i0 wait s >= w
  if c {
    e: t := t + 4
  }
}
e: w := n - 2
e: i1 wait s >= w
e: w := t - 1
e: i2 wait u >= w
# CHECK: f: x
# CHECK-NEXT: e: [[V:v[a-z0-9_]*]] := -3
# CHECK-NEXT: loop l
# CHECK-NOT: e: q :=
# CHECK: e: n := [[V]] + 11
# CHECK-NEXT: e: t := t + 4
# CHECK-NEXT: e: [[V]] := [[V]] + 4
# CHECK-NEXT: e: i0 wait s >= [[V]]
# CHECK: e: n := n - 2
# CHECK-NEXT: e: i1 wait s >= n
# CHECK-NEXT: e: n := t - 1
# CHECK-NEXT: e: i2 wait u >= n
