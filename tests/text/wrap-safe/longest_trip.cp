# The longest trip that four bits count, seven, and a consumer in its last iteration alone that looks one iteration
# ahead in the trip before: there t + 1 would be eight, and negative.
# RUN: %counterpoint alloc %s --wrap-safe --width 4 -q -o %t.safe > /dev/null
# RUN: %counterpoint check %s %t.safe --width 4 --compare difference --by explore --trips q=3 --trips s=7 \
# RUN:   --trips last=0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1 --expect equivalent
# One more is too long.
# RUN: %expect-exit 10 %counterpoint check %s %t.safe --width 4 --compare difference --by explore --trips q=3 \
# RUN:   --trips s=8 --trips last=0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,1 | FileCheck %s
# CHECK: verdict: {{unsafe|deadlock}}
program longest_trip
engine e0 e1
loop q trips dynamic {
  loop s trips dynamic {
    if last {
      e1: c  after p@q-1@s+1
    }
    e0: p  after c@q-1@*
  }
}
