# A semaphore that starts below zero lets an unsigned wait pass at once: the run is racy, and not called decided.
# RUN: %counterpoint run %s --schedule round-robin --compare unsigned | FileCheck %s
# RUN: %counterpoint run %s --schedule round-robin --compare difference | FileCheck %s
# RUN: %counterpoint run %s --compare signed | FileCheck %s --check-prefix=SIGNED
# CHECK: Races were not decided: 's' is negative
# CHECK: outcome: completed {{.*}} assume=race-free
# SIGNED-NOT: race-free
# SIGNED: outcome: completed {{.*}} compare=signed{{$}}
implementation below
engine e0 e1
buffer tile slots 1
semaphore s = -1
e0: p signal s += 1 writes tile
e1: c wait s >= 0 reads tile
