#!/usr/bin/env python3
# Every source file: header lines, size, ASCII, names, no left-overs, no paths of one machine.
# SPDX-License-Identifier: Apache-2.0
import re

import house

MAX_LINES = 400
MAX_COLUMNS = 120
COMMENT = {".cpp": "//", ".hpp": "//", ".def": "//"}
LICENCE = "SPDX-License-Identifier: Apache-2.0"
VAGUE = re.compile(r"(^|[_.])(utils?|misc|helpers?|common|stuff)([_.]|$)", re.IGNORECASE)
LEFT_OVER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X|not implem" + r"ented)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(work|ro" + r"ot|ho" + r"me|tmp/w" + r"t)/")
# Without a comment syntax, or text that speaks for itself.
NO_HEADER = (".json", ".md", ".test")


def is_source(path):
    name = path.rsplit("/", 1)[-1]
    return path.endswith(house.SOURCE_SUFFIXES) or name in ("CMakeLists.txt", "Makefile", "run", "expect-exit")


def check_header(path, lines):
    """The first line says what the file is, the next that is a comment holds the licence."""
    at = 1 if lines and lines[0].startswith("#!") else 0
    mark = COMMENT.get("." + path.rsplit(".", 1)[-1], "#")
    if len(lines) < at + 2 or not re.match(re.escape(mark) + r" \S.{9,}", lines[at]):
        return [f"{path}:{at + 1}: the first line says what the file is: {mark} ..."]
    if lines[at + 1] != f"{mark} {LICENCE}":
        return [f"{path}:{at + 2}: the second line is: {mark} {LICENCE}"]
    return []


def check(root):
    complaints = []
    for path in house.files(root):
        folders_and_name = path.split("/")
        for part in folders_and_name:
            if VAGUE.search(part):
                complaints.append(f"{path}: '{part}' does not say what is inside")
        if not is_source(path):
            continue
        lines = house.lines_of(root, path)
        # Examples and text tests are inputs: their first line may be theirs.
        if not path.endswith((".cp", ".test")):
            complaints += check_header(path, lines)
        if len(lines) > MAX_LINES:
            complaints.append(f"{path}: {len(lines)} lines, at most {MAX_LINES}")
        for number, line in enumerate(lines, 1):
            at = f"{path}:{number}"
            if len(line) > MAX_COLUMNS:
                complaints.append(f"{at}: {len(line)} columns, at most {MAX_COLUMNS}")
            if not line.isascii():
                complaints.append(f"{at}: not ASCII")
            if "\t" in line and not path.endswith("Makefile"):
                complaints.append(f"{at}: a tab")
            if line.endswith((" ", "\t")):
                complaints.append(f"{at}: blanks at the end")
            if LEFT_OVER.search(line):
                complaints.append(f"{at}: something is left to do")
            if MACHINE_PATH.search(line):
                complaints.append(f"{at}: a path of one machine")
        if lines and not house.text_of(root, path).endswith("\n"):
            complaints.append(f"{path}: no new line at the end")
    return complaints


HEAD = "// What this file is.\n// " + LICENCE + "\n"
GOOD = {
    "core/program/tree.hpp": HEAD + "#pragma once\n",
    "tests/house/a.py": "#!/usr/bin/env python3\n# What this file is.\n# " + LICENCE + "\n",
    "tests/text/a.cp": "program p\n",
    "docs/language.md": "no header needed\n",
    "CMakeLists.txt": "# What this file is.\n# " + LICENCE + "\n",
}
BROKEN = [
    ("no header", "says what the file is", {"core/a.cpp": "int x;\n"}),
    ("empty file", "says what the file is", {"tests/CMakeLists.txt": ""}),
    ("no licence", "the second line is", {"core/a.cpp": "// What this file is.\nint x;\n"}),
    ("another licence", "the second line is", {"core/a.cpp": HEAD.replace("Apache-2.0", "MIT")}),
    ("too long", "401 lines", {"core/a.cpp": HEAD + "int x;\n" * 399}),
    ("too wide", "121 columns", {"core/a.cpp": HEAD + "//" + "x" * 119 + "\n"}),
    ("not ASCII", "not ASCII", {"core/a.cpp": HEAD + "// \u2265\n"}),
    ("a vague file", "does not say", {"core/program/util.hpp": HEAD}),
    ("a vague folder", "does not say", {"core/utils/a.hpp": HEAD}),
    ("a vague part of a name", "does not say", {"core/program/tree_helpers.hpp": HEAD}),
    ("something left", "left to do", {"core/a.cpp": HEAD + "// TO" + "DO: later\n"}),
    ("a path of one machine", "one machine", {"core/a.cpp": HEAD + "// see /ro" + "ot/notes\n"}),
    ("a tab", "a tab", {"core/a.cpp": HEAD + "\tint x;\n"}),
    ("blanks", "blanks at the end", {"core/a.cpp": HEAD + "int x; \n"}),
    ("no last new line", "no new line", {"core/a.cpp": HEAD + "int x;"}),
]

if __name__ == "__main__":
    house.main(check, GOOD, BROKEN)
