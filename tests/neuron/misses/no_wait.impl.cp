implementation no_wait
engine pe pool
pe: load
pool: use
