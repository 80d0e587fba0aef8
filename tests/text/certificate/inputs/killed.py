#!/usr/bin/env python3
# killed.py COMMAND PROGRAM IMPL FOLDER: ends `certify -o` at many moments: the file is the old, the new or none.
# SPDX-License-Identifier: Apache-2.0
#
# Each of three signals, with and without an earlier file, at moments spread over the whole command: how long it takes
# is measured first. SIGKILL may leave a file of another name, since nobody can clean up after it; the others may not.
import os
import signal
import subprocess
import sys
import time

command, program, implementation, folder = sys.argv[1:]
target = os.path.join(folder, "cert")
words = [command, "certify", program, implementation, "-q", "-o", target]


def run():
    return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def content():
    if not os.path.exists(target):
        return None
    with open(target, "rb") as file:
        return file.read()


start = time.monotonic()
if run().wait() != 0:
    sys.exit("killed: the pair is not proved")
takes = time.monotonic() - start
whole = content()
moments = 8
cut = 0
for number, codes in {signal.SIGINT: (130,), signal.SIGTERM: (130, 143), signal.SIGKILL: (-9,)}.items():
    for earlier in (None, b"an earlier file\n"):
        for i in range(moments):
            if os.path.exists(target):
                os.remove(target)
            if earlier is not None:
                with open(target, "wb") as file:
                    file.write(earlier)
            done = run()
            time.sleep(takes * 1.2 * i / moments)
            done.send_signal(number)
            code = done.wait(timeout=60)
            # Before the command has set up its handlers, the signal ends it as it would anything.
            if code not in (0, -number) + codes:
                sys.exit(f"killed: signal {number} after part {i} ends it with {code}")
            cut += code != 0
            if content() not in (earlier, whole):
                sys.exit(f"killed: signal {number} after part {i} leaves half a file")
            if code == 0 and content() != whole:
                sys.exit(f"killed: signal {number} after part {i}: done, but nothing is written")
            others = [name for name in os.listdir(folder) if name != "cert"]
            if others and number != signal.SIGKILL:
                sys.exit(f"killed: signal {number} after part {i} leaves {others}")
if cut < moments:
    sys.exit(f"killed: only {cut} runs were cut off")
