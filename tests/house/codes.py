# Runs the examples of every diagnostic code: the wrong one must give the code, the right one must not.
# SPDX-License-Identifier: Apache-2.0
"""usage: codes.py SOURCE COUNTERPOINT | codes.py --can-fail

How an example is run is said at the top of core/diagnostic/codes.def, of which target_codes.def, ascend_codes.def and
dump_codes.def are parts; the examples themselves are those that `counterpoint explain CODE` shows.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ENTRY = re.compile(r"^X\((\d+),", re.MULTILINE)


def parts(example):
    """The command's arguments and the files of an example."""
    lines = example.splitlines(keepends=True)
    arguments = ["convert", "--to", "text", "p.cp"]
    if lines[0].startswith("# run: "):
        arguments = lines.pop(0)[len("# run: "):].split()
    files = {}
    name = "p.cp"
    for line in lines:
        if line.startswith("# file: "):
            name = line[len("# file: "):].strip()
            files[name] = ""
        else:
            files[name] = files.get(name, "") + line
    return arguments, files


def run(counterpoint, example):
    arguments, files = parts(example)
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        done = subprocess.run([counterpoint, *arguments], cwd=folder, capture_output=True, text=True, timeout=60,
                              stdin=subprocess.DEVNULL, check=False)
    return " ".join(arguments), done


def complaints(code, wrong, right):
    """What is not as it should be, given the two examples as (command, finished process)."""
    mark = f"[{code}]"
    command, done = wrong
    # Findings are results: they stand in what a check prints.
    severity = re.search(r"(\w+)" + re.escape(mark), done.stderr + done.stdout)
    if severity is None:
        yield f"{code}: the wrong example does not give it: {command}: exit {done.returncode}\n{done.stderr}"
    else:
        # An error in what a run is given ends it as a fault of the run does; what a warning leaves open ends with 5.
        expected = {"error": (10, 64, 65), "refusal": (69,), "warning": (0, 5)}[severity.group(1)]
        if done.returncode not in expected:
            yield f"{code}: a {severity.group(1)} ends with exit {done.returncode}\n{done.stderr}"
    command, done = right
    if mark in done.stderr + done.stdout or done.returncode in (64, 65, 69, 70):
        yield f"{code}: the right example is wrong: {command}: exit {done.returncode}\n{done.stderr}"


def can_fail():
    good = subprocess.CompletedProcess([], 0, "", "")
    bad = subprocess.CompletedProcess([], 65, "", "p.cp:1:1: error[CP0101]: no\n")
    late = subprocess.CompletedProcess([], 0, "", "p.cp:1:1: error[CP0101]: no\n")
    assert not list(complaints("CP0101", ("", bad), ("", good)))
    assert list(complaints("CP0101", ("", good), ("", good)))
    assert list(complaints("CP0101", ("", bad), ("", bad)))
    assert list(complaints("CP0101", ("", late), ("", good)))
    assert parts("# run: run p.cp --replay t\n# file: p.cp\na\n# file: t\nb\n") == (
        ["run", "p.cp", "--replay", "t"], {"p.cp": "a\n", "t": "b\n"})
    assert parts("program p\n")[1] == {"p.cp": "program p\n"}


def main():
    if sys.argv[1] == "--can-fail":
        return can_fail()
    source, counterpoint = sys.argv[1], os.path.abspath(sys.argv[2])
    codes = []
    for table in ("codes.def", "target_codes.def", "ascend_codes.def", "dump_codes.def"):
        with open(os.path.join(source, "core/diagnostic", table), encoding="utf-8") as file:
            codes += [f"CP{int(number):04d}" for number in ENTRY.findall(file.read())]
    found = []
    for code in codes:
        shown = subprocess.run([counterpoint, "explain", code, "--format", "json"], capture_output=True, text=True,
                               timeout=60, check=True)
        entry = json.loads(shown.stdout)
        found += complaints(code, run(counterpoint, entry["wrong"]), run(counterpoint, entry["right"]))
    print("\n".join(found) if found else f"{len(codes)} codes, nothing to complain about")
    return 1 if found or not codes else 0


sys.exit(main())
