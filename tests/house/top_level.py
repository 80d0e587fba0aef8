#!/usr/bin/env python3
# The top level of the tree is fixed, and every folder on it says what it is for.
# SPDX-License-Identifier: Apache-2.0
import os

import house

FILES = {"CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE", "CHANGELOG.md"}
FOLDERS = set(house.LAYERS) | {"tests", "bench", "examples", "docs", "proofs-notes"}
FOR_TOOLS = {".ci", ".clang-format", ".clang-tidy", ".gitignore", "cmake", "Makefile"}
NEEDED = FILES | FOLDERS | FOR_TOOLS


def check(root):
    there = {name for name in os.listdir(root) if name not in house.IGNORED and not name.startswith("build")}
    complaints = [f"{name}: is missing" for name in sorted(NEEDED - there)]
    complaints += [f"{name}: has no place on the top level" for name in sorted(there - NEEDED)]
    complaints += [f"{name}: is empty, at least a README.md says what will be there" for name in sorted(there)
                   if os.path.isdir(os.path.join(root, name)) and not os.listdir(os.path.join(root, name))]
    if "LICENSE" in there and "Apache License" not in house.text_of(root, "LICENSE"):
        complaints.append("LICENSE: is not the Apache License")
    return complaints


GOOD = {name: "text\n" for name in NEEDED - FOLDERS - {".ci", "cmake", "LICENSE"}}
GOOD |= {f"{folder}/README.md": "text\n" for folder in FOLDERS}
GOOD |= {".ci/run": "text\n", "cmake/a.cmake": "text\n", "LICENSE": "Apache License\n", "build/x": "", "build-2/x": ""}
BROKEN = [
    ("another file", "no place", {"setup.py": "text\n"}),
    ("another folder", "no place", {"tools/a": "text\n"}),
    ("a file is missing", "is missing", {"CHANGELOG.md": None}),
    ("a folder is missing", "is missing", {"proofs-notes/README.md": None}),
    ("another licence", "is not the Apache", {"LICENSE": "MIT\n"}),
]

if __name__ == "__main__":
    house.main(check, GOOD, BROKEN)
