program stale_start
engine pe pool
pe: pre
loop l trips dynamic {
  pe: load
  pool: use after load
}
