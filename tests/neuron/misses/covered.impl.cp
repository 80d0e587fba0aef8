implementation covered
engine pe pool
semaphore s
pe: load signal s += 1
pool: use wait s >= 1
