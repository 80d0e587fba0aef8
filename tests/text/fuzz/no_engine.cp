# Nothing to do on no engine: exploration looked for the next barrier that all of them meet at, for ever.
# RUN: split-file %s %t
# RUN: timeout 60 %counterpoint check %t/program.cp %t/implementation.cp --by all --expect equivalent > /dev/null
# RUN: timeout 60 %counterpoint fuzz --cases 0 --corpus %s > /dev/null

#--- case
oracle engines
#--- program.cp
program generated
#--- implementation.cp
implementation generated
