# B03: a parity gate that is lapped when a tile is empty
# SPDX-License-Identifier: Apache-2.0
#
# NVIDIA/cudnn-frontend pull request 575. On an empty tile the store side does not depend on the load side: it can run
# two phases ahead of a waiter that sees one bit. A phase with one arriver is a pair of semaphores, of which G[1] is the
# parity of the phases that are over and G[0] its complement. That the store side waits in a full tile is an
# instruction, `got`, in the branch; it waits for every load so far.
# RUN: split-file %s %t

# All tiles full.
# RUN: for n in 1 2 3; do %counterpoint check %t/program.cp %t/faulty.cp --trips t=$n --trips full=1 --by all | \
# RUN:   FileCheck %s --check-prefix FULL || exit 1; done
# FULL: verdict: equivalent by=explore

# Any empty tile.
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips t=1 --trips full=0 --by all | \
# RUN:   FileCheck %s --check-prefix EMPTY
# EMPTY: issue st
# EMPTY: retire st
# EMPTY: L {{ *}}issue of ld in t=1 {{ *}}waits for G[1] == 0, it is 1
# EMPTY: verdict: deadlock reason=stuck by=explore
# RUN: for f in 0,1,1 1,0,1 1,1,0; do %counterpoint check %t/program.cp %t/faulty.cp --trips t=3 --trips full=$f \
# RUN:   --by all --expect deadlock || exit 1; done

# A threshold that runs on in place of the parity.
# RUN: for f in 0 1 0,1,0 1,0,1; do %counterpoint check %t/program.cp %t/repaired.cp --trips t=3 --trips full=$f \
# RUN:   --by all | FileCheck %s --check-prefix REPAIRED || exit 1; done
# REPAIRED: verdict: equivalent by=order+explore

#--- program.cp
program parity_gate
engine L X
loop t trips dynamic {
  L: ld   after st@t-1
  if full {
    X: got  after ld
  }
  X: st
}
#--- faulty.cp
implementation parity_gate
engine L X
semaphore Q G[2]
loop t trips dynamic {
  L: parity := n mod 2
  L: n := n + 1
  L: ld   wait G[1] == parity  signal Q += 1
  X: n := n + 1
  X: parity := n mod 2
  X: other := 1 - parity
  if full {
    X: got  wait Q >= n
  }
  X: st   signal G[parity] := 1, G[other] := 0
}
#--- repaired.cp
implementation parity_gate
engine L X
semaphore Q G
loop t trips dynamic {
  L: done := n
  L: n := n + 1
  L: ld   wait G >= done  signal Q += 1
  X: n := n + 1
  if full {
    X: got  wait Q >= n
  }
  X: st   signal G += 1
}
