implementation sequencer_shares
engine pe pool
semaphore s
pe: x signal s += 1
pe: signal s += 1
pool: y wait s >= 1
