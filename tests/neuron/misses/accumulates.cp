program accumulates
engine pe pool
loop l trips dynamic {
  pe: load
  pool: use after load
}
