program behind_loop
engine pe pool
loop l trips dynamic {
  pe: load
}
pool: use after load
