implementation stale_start
engine pe pool
semaphore s
pe: pre signal s += 1
loop l trips dynamic {
  pe: load signal s += 1
  pool: use wait s >= 2
  barrier reset
}
