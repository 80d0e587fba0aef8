# Every number that `lower` names for want of semaphores or registers is one that a person can type.
# SPDX-License-Identifier: Apache-2.0
"""usage: budgets.py COUNTERPOINT PROGRAM...

For each program, scheme, optimisation level and budget from 0 on: where lowering is refused, each number in the message
is typed instead of the budget it was refused for. It must be enough, and one less must not be.
"""
import re
import subprocess
import sys

SCHEMES = ["auto", "per-loop", "per-engine", "per-instruction", "barrier", "barrier-lean"]
LIMITS = [{"semaphores": n} for n in range(7)] + [{"semaphores": 3, "registers": n} for n in (0, 2, 4)]


class Lowering:
    def __init__(self, counterpoint, program):
        self.command = [counterpoint, "lower", "--quiet", program]
        self.known = {}

    def __call__(self, **options):
        """The exit code, and what was said."""
        key = tuple(sorted(options.items()))
        if key not in self.known:
            words = [word for name, value in key for word in (f"--{name}", str(value))]
            done = subprocess.run(self.command + words, capture_output=True, text=True, timeout=120,
                                  stdin=subprocess.DEVNULL, check=False)
            self.known[key] = done.returncode, done.stderr
        return self.known[key]


def named(said, options):
    """The commands that a refusal names, as options; and whether one less must be too few."""
    of_scheme = re.search(r"scheme \S+ needs (\d+) semaphores?", said)
    if of_scheme:
        yield {**options, "semaphores": int(of_scheme.group(1))}, "semaphores"
    least = re.search(r"(?:at least|no scheme needs fewer than) (\d+) semaphores?(?: \('--scheme (\S+)'\))?", said)
    if least:
        scheme = least.group(2) or options["scheme"]
        yield {**options, "semaphores": int(least.group(1)), "scheme": scheme}, "semaphores"
    for both in re.findall(r"'((?:--(?:semaphores|registers) \d+ ?)+)' is enough", said):
        words = both.split()
        given = {name[2:]: int(n) for name, n in zip(words[::2], words[1::2])}
        yield {**options, **given}, next(iter(given)) if len(given) == 1 else None
    for scheme, n in re.findall(r"'--scheme (\S+)' needs (\d+) semaphores?", said):
        yield {**options, "scheme": scheme, "semaphores": int(n)}, "semaphores"


def judge(lowering, program):
    refusals = numbers = 0
    for scheme in SCHEMES:
        for optimize in ("1", "2"):
            for limits in LIMITS:
                options = {"scheme": scheme, "optimize": optimize, **limits}
                code, said = lowering(**options)
                if code == 0:
                    continue
                assert code == 69, (program, options, said)
                refusals += 1
                for typed, less in named(said, options):
                    if "registers" in limits and "registers" not in typed:
                        continue
                    numbers += 1
                    where = f"{program}: {options} is refused:\n{said}"
                    enough, answer = lowering(**typed)
                    assert enough == 0 or "registers on an engine" in answer and less == "semaphores" and \
                        "registers" in limits, f"{where}but with {typed}:\n{answer}"
                    if less and typed[less] > 0:
                        fewer = {**typed, less: typed[less] - 1}
                        assert lowering(**fewer)[0] == 69, f"{where}but {fewer} is enough"
    print(f"{program}: {refusals} refusals, {numbers} numbers tried")
    return numbers


def main():
    counts = [judge(Lowering(sys.argv[1], program), program) for program in sys.argv[2:]]
    assert len(counts) >= 3 and all(counts), "a program on which nothing was refused shows nothing"


main()
