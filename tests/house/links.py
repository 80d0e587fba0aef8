#!/usr/bin/env python3
# Every link of a Markdown file to a file or a heading of the tree leads somewhere, and so does every path in backticks.
# SPDX-License-Identifier: Apache-2.0
import os
import re

import house

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*?)\s*$", re.MULTILINE)
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
# `core/text/parser.cpp`, `tests/house/`, `docs/adding.md`: two parts at least, the first one a folder of the top level.
PATH = re.compile(r"`((?:core|verify|smt|targets|report|cli|tests|bench|examples|docs|proofs-notes|cmake|\.ci)/"
                  r"[A-Za-z0-9_.*{},/-]*)`")


def anchors(text):
    """The names that headings get: lower case, blanks to hyphens, punctuation dropped."""
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", h.lower())) for h in HEADING.findall(FENCE.sub("", text))}


def expand(path):
    """The paths that `tree.{hpp,cpp}` stands for."""
    braces = re.search(r"\{([^}]*)\}", path)
    if not braces:
        return [path]
    return [p for word in braces[1].split(",") for p in expand(path[:braces.start()] + word + path[braces.end():])]


def check(root):
    complaints = []
    for path in house.files(root, (".md",)):
        text = house.text_of(root, path)
        prose = FENCE.sub(lambda m: "\n" * m[0].count("\n"), text)
        for number, line in enumerate(prose.splitlines(), 1):
            for target in LINK.findall(line):
                if re.match(r"[a-z]+:", target):
                    continue
                file, _, anchor = target.partition("#")
                full = os.path.normpath(os.path.join(root, os.path.dirname(path), file)) if file \
                    else os.path.join(root, path)
                if not os.path.exists(full):
                    complaints.append(f"{path}:{number}: the link {target} leads nowhere")
                elif anchor and full.endswith(".md") and \
                        anchor not in anchors(house.text_of(root, os.path.relpath(full, root))):
                    complaints.append(f"{path}:{number}: the link {target} names no heading there")
            for named in PATH.findall(line):
                # A pattern (`*`) or a place holder in capitals (`NAME`) stands for any file.
                if "*" in named or re.search(r"\b[A-Z]{3,}\b(?!\.(md|txt))", named.replace("CMakeLists", "")):
                    continue
                for one in expand(named):
                    if not os.path.exists(os.path.join(root, one)):
                        complaints.append(f"{path}:{number}: there is no {one}")
    return complaints


GOOD = {
    "README.md": "[a](docs/a.md) [b](docs/a.md#two-words-a_b) [c](https://example.org/x) [d](#top)\n# Top\n"
                 "`core/a.{hpp,cpp}` `tests/LAYER/x_test.cpp` `core/*.hpp` `docs/`\n```\n[x](gone)\n```\n",
    "docs/a.md": "# Two words, `a_b`\n[up](../README.md)\n",
    "core/a.hpp": "",
    "core/a.cpp": "",
}
BROKEN = [
    ("a link to no file", "leads nowhere", {"README.md": "[a](docs/gone.md)\n"}),
    ("a link from a folder", "leads nowhere", {"docs/a.md": "# Two words, `a_b`\n[a](README.md)\n"}),
    ("a link to no heading", "names no heading", {"README.md": "[a](docs/a.md#three)\n"}),
    ("a link to no heading here", "names no heading", {"README.md": "[a](#three)\n"}),
    ("a heading in a fence is none", "names no heading", {"README.md": "[a](#three)\n```\n# three\n```\n"}),
    ("a path in backticks", "there is no core/gone.cpp", {"README.md": "see `core/gone.cpp`\n"}),
    ("one of two", "there is no core/a.def", {"README.md": "see `core/a.{hpp,def}`\n"}),
]

if __name__ == "__main__":
    house.main(check, GOOD, BROKEN)
