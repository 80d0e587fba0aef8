#!/usr/bin/env python3
# Shows that the text-test harness can fail: on a wrong output, exit code, skipped test, missing tool, empty folder.
# SPDX-License-Identifier: Apache-2.0
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TEXT = os.path.join(os.path.dirname(HERE), "text")

# What the file holds, and whether the run must pass. The command under test is echo.
CASES = {
    "right output": ("# RUN: %counterpoint one | FileCheck %s\n# CHECK: one\n", True),
    "wrong output": ("# RUN: %counterpoint one | FileCheck %s\n# CHECK: two\n", False),
    "right exit code": ("# RUN: %expect-exit 3 sh -c 'exit 3'\n", True),
    "wrong exit code": ("# RUN: %expect-exit 3 sh -c 'exit 4'\n", False),
    "success where failure is wanted": ("# RUN: %expect-exit 3 true\n", False),
    "failure early in a pipe": ("# RUN: false | cat\n", False),
    "failure in the first of two commands": ("# RUN: false\n# RUN: true\n", False),
    "no command": ("program p\n", False),
    "unsupported": ("# UNSUPPORTED: true\n# RUN: true\n", False),
    "required feature missing": ("# REQUIRES: nothing-has-this\n# RUN: true\n", False),
    "expected failure": ("# XFAIL: *\n# RUN: false\n", False),
}


def run(lit, tools, folder):
    command = [sys.executable, os.path.join(TEXT, "run_lit.py"), "--lit", lit, "--tools", tools, "--command",
               shutil.which("echo"), "--output", os.path.join(folder, "out"), os.path.join(folder, "text")]
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main():
    lit, tools = sys.argv[1:3]
    wrong = []

    def expect(name, result, passes):
        if (result.returncode == 0) != passes:
            wrong.append(f"{name}: must {'pass' if passes else 'fail'}, but exit code {result.returncode}\n"
                         f"{result.stdout}")

    for name, (content, passes) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            text = os.path.join(folder, "text")
            os.mkdir(text)
            for part in ("lit.cfg.py", "suite.py", "expect-exit"):
                shutil.copy(os.path.join(TEXT, part), text)
            with open(os.path.join(text, "case.cp"), "w", encoding="utf-8") as file:
                file.write(content)
            expect(name, run(lit, tools, folder), passes)
            if name == "right output":
                expect("lit is missing", run(lit + ".gone", tools, folder), False)
                expect("FileCheck is missing", run(lit, os.path.join(folder, "gone"), folder), False)
                os.remove(os.path.join(text, "case.cp"))
                expect("no test", run(lit, tools, folder), False)
    print("\n".join(wrong) if wrong else f"{len(CASES) + 3} cases as expected")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
