program circle
engine pe pool
pe: w
pe: x
pool: v after x
pool: y
