# An interrupt ends the command with 130.
# RUN: %expect-exit 130 timeout --preserve-status -s INT 0.5 %counterpoint run %s --trips l=2000000000 \
# RUN:   --max-steps 1000000000000 2>&1 | FileCheck %s
# CHECK: counterpoint: interrupted
program long
engine e
loop l trips dynamic {
  e: x
}
