# A minimum over constant trips is of numbers that the text bounds: by six bits they fit.
# RUN: %counterpoint alloc %s --wrap-safe --width 6 -q -o %t.safe > /dev/null
# RUN: FileCheck %s --input-file %t.safe
# RUN: %counterpoint check %s %t.safe --width 6 --compare difference --by explore --trips o=9 --expect equivalent
# RUN: %counterpoint alloc %s -q -o %t.plain > /dev/null
# RUN: %counterpoint check %s %t.plain --by order --trips o=9 --expect equivalent
program static_trips
engine e0 e1
loop o trips dynamic {
  loop q trips 3 {
    loop s trips 2 {
      e0: p  after c
      loop l trips 2 {
        e1: c  after p@o-1@q+1@s-1
      }
    }
  }
}
# CHECK: min(
