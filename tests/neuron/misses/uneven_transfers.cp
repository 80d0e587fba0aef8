program uneven_transfers
engine pool
pool: s0
pool: s1
