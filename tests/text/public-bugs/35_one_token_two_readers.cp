# B35: one token, two readers
# SPDX-License-Identifier: Apache-2.0
#
# tenstorrent/tt-metal pull request 45142. The compute side pops the page before the writer has looked at it.
# RUN: split-file %s %t

# RUN: %expect-exit 10 %counterpoint check %t/program.cp %t/faulty.cp --by all | FileCheck %s --check-prefix STUCK
# STUCK: issue push
# STUCK: retire push
# STUCK: issue kr
# STUCK: take
# STUCK: W {{ *}}issue of wr {{ *}}waits for t >= 1, it is 0
# STUCK: verdict: deadlock reason=stuck by=explore

# RUN: %counterpoint check %t/program.cp %t/two_tokens.cp --by all --exact | FileCheck %s --check-prefix TWO
# TWO: verdict: equivalent by=explore

#--- program.cp
program two_readers
engine P K W
P: push
K: kr  after push
W: wr  after push
#--- faulty.cp
implementation two_readers
engine P K W
semaphore t
P: push  signal t += 1
K: kr    wait t >= 1
K: take t >= 1
W: wr    wait t >= 1
#--- two_tokens.cp
implementation two_readers
engine P K W
semaphore t
P: push  signal t += 2
K: kr    take t >= 1
W: wr    take t >= 1
