# Snapshots of a whole engine's count, of a producer that may not have run yet
# SPDX-License-Identifier: Apache-2.0
#
# A register that notes the count of an engine is the ordinal of the producer's last instance plus a number once there
# was one, and 0 before. A producer that is not the last of its block shares the register of the one that is.
#
# RUN: split-file %s %t
#
# RUN: for p in through branch inner; do for o in 0 1; do %counterpoint alloc %t/$p.cp --scheme per-engine --optimize \
# RUN:   $o -o %t/$p.$o.cp > /dev/null 2>&1 && %counterpoint certify %t/$p.cp %t/$p.$o.cp | FileCheck %s \
# RUN:   --check-prefix=PROVED || exit 1; done; done
# PROVED: verdict: equivalent by=z3+cvc5 bound=trips:all
# RUN: for p in through branch inner; do for n in 1 2 3 4; do %counterpoint check %t/$p.cp %t/$p.0.cp \
# RUN:   --trips random --seed $n --max-trips 4 --expect equivalent > /dev/null || exit 1; done; done
#
# One less is the instance before it; it is asked for where the other was.
# RUN: sed 's/g1_y_l - 2/g1_y_l - 3/' %t/through.0.cp > %t/through.early.cp
# RUN: %expect-exit 10 %counterpoint certify %t/through.cp %t/through.early.cp | FileCheck %s --check-prefix=EARLY
# RUN: sed 's/n1_y - 1/n1_y - 2/' %t/inner.0.cp > %t/inner.early.cp
# RUN: %expect-exit 10 %counterpoint certify %t/inner.cp %t/inner.early.cp | FileCheck %s --check-prefix=EARLY
# EARLY: verdict: unsafe reason=early-issue by=
#
# A number more says something where nothing was passed yet.
# RUN: sed 's/g1_y_l - 2/g1_y_l + 3/' %t/through.0.cp > %t/through.late.cp
# RUN: %expect-exit 10 %counterpoint certify %t/through.cp %t/through.late.cp | FileCheck %s --check-prefix=LATE
# LATE: verdict: deadlock reason=stuck by=

#--- through.cp
program through
engine e
if branch divergent {
  loop l trips dynamic {
    e: c after p@l-2@*
    loop inner trips dynamic {
      e: p
      e: x
      e: y
    }
  }
}
#--- branch.cp
program branch
engine f e
loop l trips dynamic {
  if then {
    f: a after y@l-2, y@l-1
    f: p
    f: y
    loop inner trips dynamic {
      f: z
      e: c after p@l-1
    }
  }
}
#--- inner.cp
program inner
engine f e
f: before
loop l trips dynamic {
  f: p
  f: y
  loop middle trips dynamic {
    loop inner trips dynamic {
      e: c after p@l-1, p@l-2, before
      f: z
    }
  }
}
