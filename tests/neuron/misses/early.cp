program early
engine pe pool
pe: first
pe: load
pool: use after load
