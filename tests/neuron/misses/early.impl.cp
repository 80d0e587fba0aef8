implementation early
engine pe pool
semaphore s
pe: first signal s += 1
pe: load signal s += 1
pool: use wait s >= 1
