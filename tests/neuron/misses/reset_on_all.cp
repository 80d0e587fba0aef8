program reset_on_all
engine pe pool
pe: load
pool: use after load
