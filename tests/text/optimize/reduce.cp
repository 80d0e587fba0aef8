# N r + c in a register that moves on: from threshold to threshold in the body of the counter, at the entry elsewhere.
# Not on g: the operation at the start would be made up for in a branch only, and that may never run.
# RUN: %counterpoint optimize %s --passes reduce -q | FileCheck %s
implementation p
engine e f g
semaphore s
loop q trips dynamic {
  f: r_q := r_q + 1
  f: x signal s += 1
  loop kv trips dynamic {
    e: r_kv := r_kv + 1
    f: r_kv := r_kv + 1
    e: w0 := r_kv * 36
    e: w0 := w0 - 35
    e: i0 wait s >= w0
    e: w0 := r_kv * 36
    e: w0 := w0 - 28
    e: i1 wait s >= w0
    f: w0 := r_kv * 9
    f: w0 := w0 + r_q
    f: w0 := w0 - 5
    f: i2 wait s >= w0
    if c {
      g: r_c := r_c + 1
      g: w0 := r_c * 2
      g: w0 := w0 + 1
      g: i3 wait s >= w0
    }
  }
}
# CHECK-NOT: g: {{.*}} := 1
# CHECK: loop q
# CHECK: f: [[F:v[a-z0-9_]*]] := [[F]] + 1
# CHECK: loop kv
# CHECK-NEXT: e: [[E:v[a-z0-9_]*]] := [[E]] + 29
# CHECK-NEXT: f: [[F]] := [[F]] + 9
# CHECK-NEXT: e: i0 wait s >= [[E]]
# CHECK-NEXT: e: [[E]] := [[E]] + 7
# CHECK-NEXT: e: i1 wait s >= [[E]]
# CHECK-NEXT: f: i2 wait s >= [[F]]
# CHECK-NEXT: if c {
# CHECK-NEXT: g: r_c := r_c + 1
# CHECK-NEXT: g: w0 := r_c * 2
# CHECK-NEXT: g: w0 := w0 + 1
# CHECK-NEXT: g: i3 wait s >= w0
