program shard_twice
engine pool
pool: s0
pool: s1
