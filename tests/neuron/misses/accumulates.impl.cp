implementation accumulates
engine pe pool
semaphore s
loop l trips dynamic {
  pe: load signal s += 1
  pool: use wait s >= 1
}
