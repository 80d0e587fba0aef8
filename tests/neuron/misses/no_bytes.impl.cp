implementation no_bytes
engine pe pool
pe: first
pool: second
