#!/usr/bin/env python3
# Runs every ```console block of README.md, docs/ and examples/ and compares what is printed with what the page shows.
# SPDX-License-Identifier: Apache-2.0
#
# In such a block a line `$ COMMAND` is run, and the lines up to the next one are its output, standard error included;
# a line `...` stands for any lines. The blocks of a page are one bash session in a scratch folder that holds a copy
# of examples/, with the built command on the path. `--update` writes the real outputs into the pages.
#
# console.py ROOT COMMAND [--update] | --can-fail
import os
import re
import shutil
import subprocess
import sys
import tempfile

import house

BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "\x1f"


def pages(root):
    return [p for p in house.files(root, (".md",)) if p == "README.md" or p.startswith(("docs/", "examples/"))]


def parse(block):
    """[(command, shown lines)] of one block."""
    steps = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
        else:
            raise ValueError(f"a console block starts with '$ ', not with: {line}")
    return steps


def run_session(root, command, commands):
    """What each command prints, as lists of lines."""
    with tempfile.TemporaryDirectory() as folder:
        if os.path.isdir(os.path.join(root, "examples")):
            shutil.copytree(os.path.join(root, "examples"), os.path.join(folder, "examples"))
        script = "".join(f"__status=$?; printf '%s' '{MARK}'; (exit $__status)\n{c}\n" for c in commands)
        environment = {"PATH": os.path.dirname(os.path.abspath(command)) + os.pathsep + os.environ["PATH"],
                       "HOME": folder, "LC_ALL": "C", "NO_COLOR": "1"}
        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return [part.splitlines() for part in done.stdout.decode("utf-8", "replace").split(MARK)[1:]]


def matches(shown, real):
    """Whether the lines shown are the real ones, where `...` stands for any number of lines."""
    if not shown:
        return not real
    if shown[0] == "...":
        return any(matches(shown[1:], real[i:]) for i in range(len(real) + 1))
    return bool(real) and shown[0] == real[0] and matches(shown[1:], real[1:])


def check(root, command, update=False):
    complaints = []
    count = 0
    for page in pages(root):
        text = house.text_of(root, page)
        blocks = [parse(block) for block in BLOCK.findall(text)]
        steps = [step for block in blocks for step in block]
        if not steps:
            continue
        count += len(steps)
        real = run_session(root, command, [c for c, _ in steps])
        if update:
            fresh = iter(real)
            def render(match):
                lines = []
                for c, shown in parse(match[1]):
                    output = next(fresh)
                    lines += [f"$ {c}"] + (shown if matches(shown, output) else output)
                return "```console\n" + "\n".join(lines) + "\n```"
            with open(os.path.join(root, page), "w", encoding="utf-8") as file:
                file.write(BLOCK.sub(render, text))
            continue
        if len(real) != len(steps):
            complaints.append(f"{page}: only {len(real)} of {len(steps)} commands ran")
        for (c, shown), output in zip(steps, real):
            if not matches(shown, output):
                complaints.append("\n".join([f"{page}: $ {c}", "  shown:", *("    " + s for s in shown),
                                             "  real:", *("    " + o for o in output)]))
    if count == 0:
        complaints.append("README.md, docs/ and examples/ show no command")
    return complaints


def show_that_it_can_fail():
    page = "```console\n$ counterpoint 1\none 1\n$ false\n$ echo $?\n1\n$ printf 'a\\nb\\nc\\n'\na\n...\nc\n```\n"
    cases = [
        ("good", page, None),
        ("another word", page.replace("one 1", "one 2"), "$ counterpoint 1"),
        ("a line too few", page.replace("one 1\n", ""), "$ counterpoint 1"),
        ("a line too many", page.replace("one 1", "one 1\ntwo"), "$ counterpoint 1"),
        ("another exit code", page.replace("\n1\n", "\n0\n"), "$ echo $?"),
        ("something after the dots", page.replace("...\nc", "...\nd"), "$ printf"),
        ("the session ends early", page.replace("$ false", "$ exit 0"), "only"),
        ("no command at all", "text\n", "show no command"),
    ]
    wrong = []
    for name, text, word in cases:
        with tempfile.TemporaryDirectory() as root:
            house.write_tree(root, {"README.md": text, "bin/counterpoint": "#!/bin/sh\necho one $1\n"})
            command = os.path.join(root, "bin/counterpoint")
            os.chmod(command, 0o755)
            complaints = check(root, command)
            if word is None and complaints or word and not any(word in c for c in complaints):
                wrong.append(f"{name}: {complaints}")
    return wrong, f"{len(cases)} pages judged as expected"


def main():
    if sys.argv[1:] == ["--can-fail"]:
        wrong, good_news = show_that_it_can_fail()
    else:
        wrong = check(sys.argv[1], sys.argv[2], update="--update" in sys.argv[3:])
        good_news = "every command shown prints what is shown"
    print("\n".join(wrong) if wrong else good_news)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
