# Small programs, each as a dump and as a pair: what each verifier of dumps says, beside what `check` says.
# SPDX-License-Identifier: Apache-2.0
"""usage: misses.py SOURCE COUNTERPOINT [--write]

Runs the verifiers on every tests/neuron/misses/NAME.json and `check` on NAME.cp and NAME.impl.cp, and compares the
table with the one in docs/neuron.md; --write puts it there.
"""
import json
import os
import subprocess
import sys

import page_table

SHOWN = ["arithmetic", "happens-before", "carried", "racecheck", "legality", "structure"]


def result(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
    if done.returncode not in (0, 5, 10):
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def row(counterpoint, folder, name):
    path = os.path.join(folder, name)
    dump = result(counterpoint, "lower", "--target", "neuron", "--from", path + ".json", "--verify", "--format", "json")
    check = result(counterpoint, "check", path + ".cp", path + ".impl.cp", "--format", "json")
    said = {v["verifier"]: v["verdict"] for v in dump["verifiers"]}
    return [f"`{name}`", *[said[v] for v in SHOWN], check["verdict"]]


def table(source, counterpoint):
    folder = os.path.join(source, "tests/neuron/misses")
    names = sorted(f[: -len(".json")] for f in os.listdir(folder) if f.endswith(".json"))
    rows = [["program", *SHOWN, "`check`"]] + [row(counterpoint, folder, n) for n in names]
    return page_table.lines(rows), len(names)


def main():
    source, counterpoint = sys.argv[1], os.path.abspath(sys.argv[2])
    made, count = table(source, counterpoint)
    if not page_table.settle(source, "misses", made):
        return 1
    print(f"{count} programs, as in docs/neuron.md")
    return 0 if count >= 10 else 1


sys.exit(main())
