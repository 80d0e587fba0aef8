# A fault that needs an internal step to be left out: the witness was replayed with the step taken.
# RUN: split-file %s %t
# RUN: %counterpoint check %t/program.cp %t/implementation.cp --by all --expect unsafe > /dev/null
# RUN: %counterpoint fuzz --cases 0 --corpus %s > /dev/null

#--- case
oracle engines
#--- program.cp
program generated
engine e1

loop L1 trips 2 {
  e1: i1
}
#--- implementation.cp
implementation generated
engine e1
flag f5

loop L1 trips 2 {
  e1: i1  signal f5 += 1
}
e1: take f5 >= 1
