# Batches that may be empty
# SPDX-License-Identifier: Apache-2.0
#
# Each batch has its own number of items, zero too. `close` waits for every item of its batch; for an empty batch it
# waits for nothing of it. The next batch overwrites the items only when the summary of the one before is out.
program producer_consumer
engine producer consumer
buffer item slots 1
buffer sum slots 1

loop batch trips dynamic {
  consumer: open     after close@batch-1                      writes sum
  loop i trips dynamic {
    producer: make   after use@i-1, use@batch-1@*             writes item
    consumer: use    after make, open, use@i-1                reads item, sum  writes sum
  }
  consumer: close    after use, open                          reads sum
}
