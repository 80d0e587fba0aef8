implementation reset_on_all
engine pe pool
semaphore s13
pe: load signal s13 += 1
pool: use
