# What a loop with a number counts, and nobody reads inside, is counted once behind it; from the inside out. The engine
# then has nothing to do in the loop.
# RUN: %counterpoint optimize %s --passes static -q | FileCheck %s
implementation p
engine e f
semaphore s t u
loop q trips dynamic {
  loop a trips 4 {
    loop b trips 3 {
      f: j signal s += 1, t += 1
      e: r := r + 1
      e: read := read + 1
      e: i0 wait u >= read
    }
  }
  loop c trips dynamic {
    e: k := k + 1
  }
  e: i1 wait s >= r, t >= k
}
# CHECK: loop b trips 3 {
# CHECK-NOT: r :=
# CHECK: e: read := read + 1
# CHECK: }
# CHECK-NEXT: }
# CHECK-NEXT: e: r := r + 12
# CHECK-NEXT: loop c trips dynamic {
# CHECK-NEXT: e: k := k + 1
