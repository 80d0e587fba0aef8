program sequencer_shares
engine pe pool
pe: x
pool: y after x
