# Ahead of a program that is stuck itself: asked for deadlocks alone, two engines said different things.
# RUN: split-file %s %t
# RUN: %counterpoint check %t/program.cp %t/implementation.cp --by all --property deadlock --expect clean > /dev/null
# RUN: %counterpoint check %t/program.cp %t/implementation.cp --by all --expect unsafe > /dev/null
# RUN: %counterpoint fuzz --cases 0 --corpus %s > /dev/null

#--- case
oracle deadlocks
#--- program.cp
program generated
engine e0 e1

e1: i1  after i3
e0: i3  after i1
#--- implementation.cp
implementation generated
engine e0 e1
semaphore s4

e1: i1
e0: i3  wait s4 >= 1
