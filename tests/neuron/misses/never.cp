program never
engine pe pool
pe: load
pool: use after load
