# N r + c in a register that moves on: from threshold to threshold in the body of the counter, and in other bodies as
# late as it can. It starts at an offset where no statement comes later for that (e, f); on g an operation at the start
# would be made up for in a branch only, and that may never run, so there it comes back at the end of the branch.
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
# CHECK: e: [[E:v[a-z0-9_]*]] := -28
# CHECK-NEXT: f: [[F:v[a-z0-9_]*]] := -5
# CHECK-NEXT: loop q
# CHECK-NEXT: f: x
# CHECK-NEXT: f: [[F]] := [[F]] + 1
# CHECK-NEXT: loop kv
# CHECK-NEXT: e: [[E]] := [[E]] + 29
# CHECK-NEXT: e: i0 wait s >= [[E]]
# CHECK-NEXT: e: [[E]] := [[E]] + 7
# CHECK-NEXT: e: i1 wait s >= [[E]]
# CHECK-NEXT: f: [[F]] := [[F]] + 9
# CHECK-NEXT: f: i2 wait s >= [[F]]
# CHECK-NEXT: if c {
# CHECK-NEXT: g: [[G:v[a-z0-9_]*]] := [[G]] + 3
# CHECK-NEXT: g: i3 wait s >= [[G]]
# CHECK-NEXT: g: [[G]] := [[G]] - 1
