# A pipeline of four engines with a stage that not every item takes
# SPDX-License-Identifier: Apache-2.0
#
# `store` waits for `fix`, whether or not this item took that branch: what did not run is not owed. Waiting for the
# stage before as well keeps the other items right.
program pipeline
engine reader worker fixer writer
buffer raw slots 2
buffer done slots 2

loop i trips dynamic {
  reader: read   after work@i-2                 writes raw[i]                  cost 4
  worker: work   after read, store@i-2          reads raw[i] writes done[i]    cost 6
  if broken {
    fixer: fix   after work                     reads done[i] writes done[i]   cost 9
  }
  writer: store  after work, fix                reads done[i]                  cost 3
}
