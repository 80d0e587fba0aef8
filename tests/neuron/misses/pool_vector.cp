program pool_vector
engine pool dve
loop l trips dynamic {
  pool: p
  dve: d after p
  pool: u after d
}
