# A run is written as a timeline that viewers can draw, and the same file replays it.
# RUN: for s in asap random round-robin adversarial; do \
# RUN:   %counterpoint run %s --trips kv=4 --schedule $s --trace %t.json > %t.said \
# RUN:   && python3 %S/../../report/check_trace.py %t.json | FileCheck %s --check-prefix=GOOD \
# RUN:   && %counterpoint run %s --replay %t.json > %t.replayed \
# RUN:   && tail -1 %t.said | sed 's/.*state=//' > %t.one && tail -1 %t.replayed | sed 's/.*state=//' | cmp %t.one -; \
# RUN: done
# GOOD: timeline: good, {{[0-9]+}} slices, {{[1-9][0-9]*}} arrows, 26 steps
# RUN: check-json %t.json 'd["otherData"]["format"] == "counterpoint-timeline/1"' \
# RUN:   'd["counterpoint"]["options"][:2] == ["--trips", "kv=4"]'

# The checker can fail: overlap, a flow without an end, an instance twice.
# RUN: %counterpoint run %s --trips kv=4 --trace %t.json > /dev/null
# RUN: sed 's/"dur":1/"dur":9/' %t.json > %t.broken && not python3 %S/../../report/check_trace.py %t.broken
# RUN: grep -v '"ph":"f"' %t.json > %t.broken && not python3 %S/../../report/check_trace.py %t.broken
# RUN: sed 's/"instance":2/"instance":1/' %t.json > %t.broken && not python3 %S/../../report/check_trace.py %t.broken

# Plain steps, and a trace of the program replayed on an implementation.
# RUN: %counterpoint run %s --trips kv=4 --schedule random --trace %t.steps > /dev/null
# RUN: FileCheck %s --check-prefix=STEPS < %t.steps
# STEPS: # options: --trips kv=4 --schedule random
# STEPS: issue dma load
# RUN: %counterpoint alloc %s -q > %t.impl
# RUN: %counterpoint run %t.impl --replay %t.steps | FileCheck %s --check-prefix=REPLAY
# REPLAY: outcome: completed schedule=replay

# A step that cannot be taken is named with its line, and a line that is no step too.
# RUN: echo 'issue pe qk' > %t.txt
# RUN: %expect-exit 10 %counterpoint run %s --replay %t.txt 2>&1 | FileCheck %s --check-prefix=EARLY
# EARLY: .txt:1: error[CP0723]: {{.*}}retirements of load >= 1
# EARLY: outcome: differs reason=step:1 schedule=replay
# RUN: echo 'isue dma load' > %t.txt
# RUN: %expect-exit 65 %counterpoint run %s --replay %t.txt 2>&1 | FileCheck %s --check-prefix=WORD
# WORD: .txt:1:1: error[CP0720]
# RUN: echo '{}' > %t.txt
# RUN: %expect-exit 65 %counterpoint run %s --replay %t.txt 2>&1 | FileCheck %s --check-prefix=OTHER
# OTHER: is no timeline of this tool
program double_buffer
engine dma pe
buffer tile slots 2
loop kv trips dynamic {
  dma: load after qk@kv-2  writes tile[kv]
  pe:  qk   after load     reads tile[kv]
}
