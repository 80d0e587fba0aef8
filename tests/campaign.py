#!/usr/bin/env python3
# Puts every fault into every kernel under every scheme and into random programs; fails if one is undecided.
# SPDX-License-Identifier: Apache-2.0
#
# campaign.py COMMAND KERNELS [RANDOM]
import os
import re
import subprocess
import sys

LEAST_MUTANTS = 10_000
RESIZED = {"dropless_moe_by_expert.cp": ["--resize", "e=2"]}


def outcome(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    lines = done.stdout.splitlines()
    line = lines[-1] if lines else "no outcome"
    print(" ".join(command[2:]), line, sep="\n  ", flush=True)
    if done.returncode != 0:
        print(done.stdout)
    return done.returncode, int((re.search(r"mutants=(\d+)", line) or [0, 0])[1])


def main():
    command, kernels = sys.argv[1:3]
    count = sys.argv[3] if len(sys.argv) > 3 else "2000"
    runs = [[command, "mutate", os.path.join(kernels, f)] + RESIZED.get(f, [])
            for f in sorted(os.listdir(kernels)) if f.endswith(".cp")]
    runs.append([command, "mutate", "--random", count])
    results = [outcome(run) for run in runs]
    total = sum(mutants for _, mutants in results)
    failed = sum(code != 0 for code, _ in results)
    print(f"{total} mutants, {failed} of {len(runs)} runs failed")
    sys.exit(1 if failed or total < LEAST_MUTANTS else 0)


if __name__ == "__main__":
    main()
