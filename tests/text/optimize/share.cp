# What is computed already is not computed again, in the same body or inside it; not what a branch or a loop computed,
# and not once the register that holds it is another's.
# RUN: %counterpoint optimize %s --passes share -q | FileCheck %s
implementation p
engine e f
semaphore s
loop q trips dynamic {
  f: x signal s += 1
  e: r := r + 1
  e: k := r * r
  e: w := k + 1
  e: i0 wait s >= w
  if c {
    e: m := r * 7
    e: w := r * r
    e: i1 wait s >= w, s >= m
  }
  e: m := r * 7
  e: i2 wait s >= m
  e: r := r + 1
  e: w := r * r
  e: i3 wait s >= w
}
# CHECK: e: [[K:[a-z]+]] := r * r
# CHECK: if c {
# CHECK-NEXT: e: [[M:[a-z]+]] := r * 7
# CHECK-NEXT: e: i1 wait s >= [[K]], s >= [[M]]
# CHECK: e: {{[a-z]+}} := r * 7
# CHECK: e: r := r + 1
# CHECK-NEXT: e: [[W:[a-z]+]] := r * r
# CHECK-NEXT: e: i3 wait s >= [[W]]
