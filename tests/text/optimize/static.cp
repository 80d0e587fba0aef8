# What a loop with a number counts, and nobody reads inside, is counted once behind it; from the inside out. The engine
# then has nothing to do in the loop. Not on g, whose wait in there would make the operation behind the loop one that
# the next wait has to stay for.
# RUN: %counterpoint optimize %s --passes static -q | FileCheck %s
implementation p
engine e f g
semaphore s t u
loop q trips dynamic {
  loop a trips 4 {
    loop b trips 3 {
      f: j signal s += 1, t += 1
      e: r := r + 1
      g: r := r + 1
      g: read := read + 1
      g: i0 wait u >= read
    }
  }
  loop c trips dynamic {
    e: k := k + 1
  }
  e: i1 wait s >= r, t >= k
  g: i2 wait s >= r
}
# CHECK: loop b trips 3 {
# CHECK-NOT: e: r :=
# CHECK: g: r := r + 1
# CHECK: }
# CHECK-NEXT: }
# CHECK-NEXT: e: r := r + 12
# CHECK-NEXT: loop c trips dynamic {
# CHECK-NEXT: e: k := k + 1
