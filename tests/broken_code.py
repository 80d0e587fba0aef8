# Breaks a folder's sources, one edit at a time, and asks whether its tests notice.
# SPDX-License-Identifier: Apache-2.0
#
# A script that uses this holds a list of edits: file below the folder, before, after, what is broken. It is run as
# SCRIPT SOURCE BUILD [COMPILER] [NAME...]. An edit is applied to a copy of the folder, what it changes is compiled
# again and put in front of the libraries of BUILD, and the tests must fail (an internal error counts). An edit that is
# not found in the sources is an error: the table must follow the code.
import glob
import os
import shlex
import shutil
import subprocess
import sys
import tempfile


class Workshop:
    def __init__(self, source, build, compiler, scratch, folder, tests, layers, libraries):
        self.source, self.build, self.compiler, self.scratch = source, build, shlex.split(compiler), scratch
        self.folder, self.libraries = folder, [*libraries, "fmt", "xxhash", "gmock", "gtest_main", "gtest",
                                               "rapidcheck", "pthread"]
        self.layers = [os.path.join(build, f"libcounterpoint_{layer}.a") for layer in layers]
        shutil.copytree(os.path.join(source, folder), os.path.join(scratch, folder))
        objects = os.path.join(build, "tests", "CMakeFiles", tests)
        self.tests = sorted(glob.glob(os.path.join(objects, "*.cpp.o")))
        if not self.tests:
            sys.exit(f"{objects} holds no tests: build them first")

    # The sources that see a file of the folder: itself, or whoever includes it, and so on.
    def seen_by(self, name):
        if name.endswith(".cpp"):
            return [name]
        sources, headers, found = set(), [f"{self.folder}/{name}"], {f"{self.folder}/{name}"}
        files = glob.glob(os.path.join(self.scratch, self.folder, "**", "*.?pp"), recursive=True)
        texts = {os.path.relpath(f, self.scratch): open(f, encoding="utf-8").read() for f in files}
        while headers:
            wanted = f'#include "{headers.pop()}"'
            for path, text in texts.items():
                if wanted not in text or path in found:
                    continue
                found.add(path)
                if path.endswith(".hpp"):
                    headers.append(path)
                else:
                    sources.add(path[len(self.folder) + 1:])
        return sorted(sources)

    def compile(self, name):
        target = os.path.join(self.scratch, name.replace("/", "_") + ".o")
        command = [*self.compiler, "-std=c++20", "-O1", "-I" + self.scratch, "-I" + self.source, "-c",
                   os.path.join(self.scratch, self.folder, name), "-o", target]
        subprocess.run(command, check=True)
        return target

    # The output of the tests if they fail, none if they pass.
    def failure(self, objects):
        program = os.path.join(self.scratch, "tests")
        # What comes first is used: of functions in headers the broken copy, not that of a test; where sources are
        # compiled several at a time, the library's copy stays, unused.
        subprocess.run([*self.compiler, "-o", program, "-Wl,--allow-multiple-definition", *objects, *self.tests,
                        *self.layers, *("-l" + library for library in self.libraries)], check=True)
        done = subprocess.run([program, "--gtest_fail_fast", "--gtest_brief=1"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=1800)
        return done.stdout if done.returncode != 0 else None

    def breaks(self, name, before, after):
        path = os.path.join(self.scratch, self.folder, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text.count(before) != 1:
            sys.exit(f"{self.folder}/{name} says {text.count(before)} times, not once: {before}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(before, after))
        try:
            return self.failure([self.compile(source) for source in self.seen_by(name)])
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def main(edits, **where):
    source, build = (os.path.abspath(a) for a in sys.argv[1:3])
    compiler = sys.argv[3] if len(sys.argv) > 3 else "c++"
    chosen = [e for e in edits if e[3] in sys.argv[4:] or len(sys.argv) <= 4]
    missed = []
    with tempfile.TemporaryDirectory() as scratch:
        workshop = Workshop(source, build, compiler, scratch, **where)
        if (output := workshop.failure([])) is not None:
            sys.exit("the tests fail before anything is broken\n" + output)
        for name, before, after, what in chosen:
            output = workshop.breaks(name, before, after)
            first = next((line for line in (output or "").splitlines() if "Failure" in line or "what()" in line), "")
            print(f"{'noticed' if output is not None else 'MISSED '} {what} {first}", flush=True)
            if output is None:
                missed.append(what)
    print(f"{len(chosen)} edits, {len(missed)} missed")
    sys.exit(1 if missed or not chosen else 0)
