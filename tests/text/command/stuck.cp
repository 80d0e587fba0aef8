# A deadlock says for each engine what it waits for and who could have released it.
# RUN: %expect-exit 10 %counterpoint run %s | FileCheck %s
# RUN: %counterpoint run %s --expect deadlock > /dev/null
# RUN: %expect-exit 10 %counterpoint run %s --format json > %t.json
# RUN: check-json %t.json 'd["exit"] == 10' 'd["stuck"][1]["waits_for"][0]["cell"] == "s"' \
# RUN:   'd["stuck"][1]["waits_for"][0]["releasers"][0]["engine"] == "e0"'
# CHECK: deadlock: 2 engines cannot go on
# CHECK: e0 {{ *}}issue of p in l=1 {{ *}}waits for t >= 1, it is 0 {{ *}}released by retirement of c on e1
# CHECK: e1 {{ *}}issue of c in l=1 {{ *}}waits for s >= 1, it is 0 {{ *}}released by retirement of p on e0
# CHECK: outcome: deadlock schedule=asap instances=0
implementation crossed
engine e0 e1
semaphore s t
loop l trips dynamic {
  e0: p wait t >= 1 signal s += 1
  e1: c wait s >= 1 signal t += 1
}
