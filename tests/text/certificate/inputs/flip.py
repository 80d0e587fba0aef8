#!/usr/bin/env python3
# flip.py COMMAND CERT SCRATCH: changes one byte in every line of a certificate, and must see each one detected.
# SPDX-License-Identifier: Apache-2.0
import subprocess
import sys

command, certificate, scratch = sys.argv[1:]
with open(certificate, "rb") as file:
    whole = file.read()
start = 0
changed = 0
for number, line in enumerate(whole.splitlines(True), 1):
    at = start + (number * 7) % len(line)
    start += len(line)
    with open(scratch, "wb") as file:
        file.write(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:])
    # The solver would say anything: nothing must come so far.
    done = subprocess.run([command, "verify-cert", scratch, "--solver-command", "false"],
                          capture_output=True, text=True)
    lines = done.stdout.splitlines()
    if done.returncode != 65 or len(lines) < 2 or lines[-1] != "outcome: changed":
        sys.exit(f"flip: byte {at} of line {number} was changed, and the answer is {done.returncode}: {done.stdout}")
    changed += 1
if changed < 50:
    sys.exit(f"flip: only {changed} lines")
