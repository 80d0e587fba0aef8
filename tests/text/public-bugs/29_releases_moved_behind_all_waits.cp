# B29: releases moved behind all waits
# SPDX-License-Identifier: Apache-2.0
#
# tenstorrent/tt-lang issue 536. Every wait asks for one page in front, and the read pointer does not move before the
# loop ends. The late release is one statement after the loop; two pages, so the loop runs twice.
# RUN: split-file %s %t

# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix RACE
# RACE: issue p
# RACE: retire p
# RACE: issue r
# RACE: issue r
# RACE: The program does not allow its last step: C stands at issue of r and waits for retirements of p >= 2
# RACE: verdict: unsafe reason=early-issue by=explore

# Thresholds that grow; the late release is right if all pages fit.
# RUN: %counterpoint check %t/program.cp %t/growing.cp --trips i=2 --by all --exact | FileCheck %s --check-prefix FIT
# FIT: verdict: equivalent by=explore
# RUN: sed 's/free = 2/free = 1/' %t/growing.cp > %t/one_page.cp
# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/one_page.cp --trips i=2 --by all | \
# RUN:   FileCheck %s --check-prefix STUCK
# STUCK: P {{ *}}issue of p in i=2 {{ *}}waits for free >= 1, it is 0
# STUCK: C {{ *}}issue of r in i=2 {{ *}}waits for full >= 2, it is 1
# STUCK: verdict: deadlock reason=stuck by=explore

#--- program.cp
program late_release
engine P C
loop i trips dynamic {
  P: p
  C: r  after p
}
#--- faulty.cp
implementation late_release
engine P C
semaphore free = 2 full
loop i trips dynamic {
  P: p  take free >= 1  signal full += 1
  C: r  wait full >= 1
}
C: signal free += 2 at retire
#--- growing.cp
implementation late_release
engine P C
semaphore free = 2 full
loop i trips dynamic {
  P: p  take free >= 1  signal full += 1
  C: n := n + 1
  C: r  wait full >= n
}
C: signal free += 2 at retire
