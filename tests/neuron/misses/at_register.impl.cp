implementation at_register
engine dve pool
loop l trips dynamic {
  dve: fill
  pool: use
}
