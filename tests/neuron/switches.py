# Every point on which the sources differ, in both profiles: what the check of the words says, end to end.
# SPDX-License-Identifier: Apache-2.0
"""usage: switches.py SOURCE COUNTERPOINT [--write]

Lowers examples/double_buffer.cp, as per-loop and under barriers, with one switch changed at a time, judges the words,
and compares the table with the one in docs/neuron.md; --write puts it there. Where words are unsafe or stuck, the
schedule that shows it is below the table.
"""
import os
import re
import subprocess
import sys

import page_table

SCHEMES = ["per-loop", "barrier"]


def switches(source):
    text = open(os.path.join(source, "targets/neuron/isa/switches.def"), encoding="utf-8").read()
    return [(word, values.split("|")) for word, values in re.findall(r'^X\(\w+, "([^"]+)", "([^"]+)"', text, re.M)]


def judge(source, counterpoint, scheme, profile, switch):
    command = [counterpoint, "lower", os.path.join(source, "examples/double_buffer.cp"), "--target", "neuron",
               "--check", "--quiet", "--default-trips", "3", "--scheme", scheme, "--profile", profile]
    if switch:
        command += ["--set", switch]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False)
    verdict = re.search(r"^verdict: (\w+)(?: reason=(\S+))?", done.stdout, re.M)
    if done.returncode not in (0, 5, 10, 69) or (done.returncode != 69 and not verdict):
        sys.exit(f"{' '.join(command)}: exit {done.returncode}\n{done.stderr}")
    if done.returncode == 69:
        return "refused", ""
    word = verdict.group(1)
    shown = word if word in ("equivalent", "refines") else f"**{word}** ({verdict.group(2)})"
    lines = done.stdout.splitlines()[2:-1]
    return shown, "\n".join(lines) if word in ("unsafe", "deadlock") else ""


def table(source, counterpoint):
    head = ["switch"] + [f"{p}, {s}" for p in ("page", "device") for s in SCHEMES]
    rows, shown = [head], []
    defaults_pass = True
    for switch in [""] + [f"{word}={value}" for word, values in switches(source) for value in values]:
        cells = [f"`{switch}`" if switch else "as the profile says"]
        for profile in ("page", "device"):
            for scheme in SCHEMES:
                word, schedule = judge(source, counterpoint, scheme, profile, switch)
                cells.append(word)
                defaults_pass = defaults_pass and (bool(switch) or word in ("equivalent", "refines"))
                if schedule:
                    shown.append(f"`{switch}`, {profile}, {scheme}:\n\n```text\n{schedule}\n```\n")
        rows.append(cells)
    return page_table.lines(rows) + "".join("\n" + s for s in shown), len(rows) - 2, defaults_pass


def main():
    source, counterpoint = sys.argv[1], os.path.abspath(sys.argv[2])
    made, count, defaults_pass = table(source, counterpoint)
    if not page_table.settle(source, "switches", made):
        return 1
    print(f"{count} values of switches, as in docs/neuron.md; the profiles themselves pass: {defaults_pass}")
    return 0 if defaults_pass and count >= 30 else 1


if __name__ == "__main__":
    sys.exit(main())
