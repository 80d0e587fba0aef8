# A wait for less than what the engine has waited for; not after a branch, not for what may fall.
# RUN: %counterpoint optimize %s --passes waits -q | FileCheck %s
implementation p
engine e f
semaphore s up down = 5
loop q trips dynamic {
  e: r := r + 1
  e: w := r + 2
  f: x signal s += 1, up += 1, down -= 1
  e: i0 wait s >= w, s >= r
  e: i1 wait s >= r, up >= r
  if c {
    e: i2 wait s >= w, up >= w
  }
  e: i3 wait up >= w
  e: i4 wait down >= r
  e: i5 wait down >= r
  e: wait up >= 0
  e: w := w + 1
  e: i6 wait s >= w
}
# CHECK: i0 wait s >= w{{$}}
# CHECK-NEXT: i1 wait up >= r{{$}}
# CHECK-NEXT: if c {
# CHECK-NEXT: i2 wait up >= w{{$}}
# CHECK: i3 wait up >= w
# CHECK-NEXT: i4 wait down >= r
# CHECK-NEXT: i5 wait down >= r
# CHECK-NEXT: w := w + 1
# CHECK-NEXT: i6 wait s >= w
