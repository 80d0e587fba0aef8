#!/usr/bin/env python3
# forge.py COMMAND CERT SCRATCH: changes parts of a certificate and adapts its hashes, and must see each one detected.
# SPDX-License-Identifier: Apache-2.0
#
# No hash is computed anew here: XXH3 is not in Python. So this shows only that parts are named; with hashes as they
# should be see tests/cli/verify_cert_test.cpp.
import json
import subprocess
import sys

command, certificate, scratch = sys.argv[1:]
with open(certificate, encoding="utf-8") as file:
    text = file.read()
document = json.loads(text)
changes = {
    "obligation number 1": lambda d: d["obligations"][0].update(script=d["obligations"][1]["script"]),
    "lemma number 1": lambda d: d["lemmas"][0].update(script="(check-sat)\n"),
    "the program": lambda d: d["program"].update(text=d["program"]["text"] + "\n"),
    "the implementation": lambda d: d["implementation"].update(text=""),
    "the file was changed": lambda d: d["obligations"].pop(),
    'it has no "trusted"': lambda d: d.pop("trusted"),
    "is of the wrong kind": lambda d: d.update(invariants=3),
}
for what, change in changes.items():
    forged = json.loads(text)
    change(forged)
    with open(scratch, "w", encoding="utf-8") as file:
        file.write(json.dumps(forged, indent=1) + "\n")
    done = subprocess.run([command, "verify-cert", scratch, "--solver-command", "false"],
                          capture_output=True, text=True)
    if done.returncode != 65 or what not in done.stdout:
        sys.exit(f"forge: '{what}' is not said, but: {done.returncode} {done.stdout}")
