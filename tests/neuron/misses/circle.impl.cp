implementation circle
engine pe pool
semaphore s u
pe: w wait u >= 1
pe: x signal s += 1
pool: v wait s >= 1
pool: y signal u += 1
