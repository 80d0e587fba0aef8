# Program 24 of the law with numbers of trips: what c needs of p it learns from q. Only clocks see that. The latest wait
# goes first, one at a time. A wait alone goes if the next instruction waits for more.
# RUN: %counterpoint optimize %s --passes waits -q | FileCheck %s --check-prefix=PLAIN
# RUN: %counterpoint optimize %s --passes clocks -q | FileCheck %s
# RUN: %counterpoint optimize %s -o %t.cp | FileCheck %s --check-prefix=TABLE
# RUN: FileCheck %s --input-file=%t.cp --check-prefix=DEAD
# Where the engines may count differently, and nothing says how often, it stays.
# RUN: sed 's/loop S trips 2/loop S trips divergent/' %s > %t.divergent.cp
# RUN: %counterpoint optimize %t.divergent.cp --passes clocks -o %t.same.cp | FileCheck %s --check-prefix=WHY
# RUN: FileCheck %s --input-file=%t.same.cp --check-prefix=PLAIN
implementation p
engine e0 e1 e2
semaphore s_p s_q s_x
loop Q trips 2 {
  loop S trips 2 {
    e0: p signal s_p += 1, s_x += 1
    e1: r := r + 1
    e1: w := r - 1
    e1: q wait s_p >= w signal s_q += 1
    e2: r := r + 1
    e2: w := r - 1
    e2: wait s_q >= w
    e2: c wait s_q >= r, s_x >= w
  }
}
# PLAIN: e1: q wait s_p >= w signal
# PLAIN: e2: wait s_q >= w
# PLAIN: e2: c wait s_q >= r, s_x >= w
# CHECK: e1: q wait s_p >= w signal
# CHECK-NOT: e2: wait
# CHECK: e2: c wait s_q >= r{{$}}
# TABLE: saved by
# TABLE: {{^}}  clocks {{.*}} 2 {{ *}}0
# TABLE: {{^}}  dead {{.*}} 1 {{ *}}
# DEAD: semaphore s_p s_q{{$}}
# DEAD: e2: c wait s_q >= r{{$}}
# WHY: clocks: S has no number of trips
