# An operation on numbers whose result 64 bits do not hold ends the run, so it stays where it is, in a loop that may not
# run at all.
# RUN: %counterpoint optimize %s -q -o %t.cp
# RUN: FileCheck %s --input-file=%t.cp
# RUN: %counterpoint run %t.cp --trips q=0 --expect completed
# RUN: %counterpoint run %t.cp --trips q=1 --expect fault
# RUN: %counterpoint run %s --trips q=1 --expect fault
implementation p
engine a
semaphore s
loop q trips dynamic {
  a: c := 9223372036854775807 + 9223372036854775807
  a: x wait s >= c
}
# CHECK: loop q
# CHECK-NEXT: a: {{[a-z]+}} := 9223372036854775807 + 9223372036854775807
