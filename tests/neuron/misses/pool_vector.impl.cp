implementation pool_vector
engine pool dve
semaphore s t
loop l trips dynamic {
  pool: p signal s += 1
  dve: d wait s >= 1 signal t += 1
  pool: u wait t >= 1
  barrier reset
}
