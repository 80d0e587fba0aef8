# Loops with a number whose iterations no register counts
# SPDX-License-Identifier: Apache-2.0
#
# What such a loop adds to the count of an engine is counted once behind it (`--optimize 2`): that it has run its number
# of times follows from the number alone.
#
# RUN: split-file %s %t
#
# RUN: for p in branch behind before; do %counterpoint alloc %t/$p.cp --scheme per-engine --optimize 2 -o %t/$p.i.cp \
# RUN:   > /dev/null && %counterpoint certify %t/$p.cp %t/$p.i.cp | FileCheck %s --check-prefix=PROVED || exit 1; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
#
# One iteration less than the number says, or one more.
# RUN: FileCheck %s --check-prefix=COUNTED < %t/branch.i.cp
# COUNTED: a: [[N:.*]] := 2
# RUN: sed 's/ := 2$/ := 1/' %t/branch.i.cp > %t/early.cp
# RUN: %expect-exit 10 %counterpoint certify %t/branch.cp %t/early.cp | FileCheck %s --check-prefix=EARLY
# EARLY: verdict: unsafe reason=early-issue by=
# RUN: sed 's/ := 2$/ := 3/' %t/branch.i.cp > %t/late.cp
# RUN: %expect-exit 10 %counterpoint certify %t/branch.cp %t/late.cp | FileCheck %s --check-prefix=LATE
# LATE: verdict: deadlock reason=stuck by=

#--- branch.cp
program branch
engine a b
if taken {
  loop inner trips 1 {
    b: x
  }
  b: p
}
a: c after p

#--- behind.cp
program behind
engine a b
loop outer trips dynamic {
  loop inner trips 2 {
    b: x
  }
  b: p
  b: q
}
a: c after p

#--- before.cp
program before
engine a b
loop first trips 2 {
  b: x
}
loop l trips dynamic {
  b: p after q@l-3
  b: q
}
