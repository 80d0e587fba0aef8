# A wrong implementation of program 06: early
#
# The snapshot form: what e0 has counted is followed on e1, block by block, with the trips of L on e1.
implementation p06
engine e0 e1
semaphore s

loop L trips divergent {
  e1: q := q + 1
  e0: a signal s += 1
}
e1: n := q + 1
e1: q := q + 1
e0: p signal s += 1
e1: c wait s >= n
