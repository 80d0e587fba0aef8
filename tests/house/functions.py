#!/usr/bin/env python3
# No function is longer than 60 lines, from its first line to its closing brace.
# SPDX-License-Identifier: Apache-2.0
#
# Braces are matched on the text without comments, strings and preprocessor lines. A brace opens a function when the
# text since the last `;`, `{` or `}` holds a `)` and the brace around it is none or belongs to a namespace, a class
# or an enumeration; what it holds, lambdas included, counts as part of it.
import re

import house

MAX_LINES = 60
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
CONTAINER = re.compile(r"\b(namespace|class|struct|union|enum|extern)\b")


def bare(text):
    """The text with comments, literals and preprocessor lines blanked; line breaks stay."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    # A digit separator is no quote.
    text = re.sub(r"(?<=\d)'(?=\d)", "_", text)
    text = TOKEN.sub(blank, text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)


def functions(text):
    """(first line, last line, header) of each function."""
    text = bare(text)
    open_braces = []
    start = 0
    last_first = 0
    for match in re.finditer(r"[;{}]", text):
        at, mark = match.start(), match[0]
        if mark == "{":
            head = text[start:at]
            inside_function = any(kind == "function" for kind, _ in open_braces)
            is_container = CONTAINER.search(head) and not re.search(r"\)\s*(const|noexcept|override|->.*)?\s*$", head)
            if inside_function or is_container:
                kind = "inner" if inside_function else "container"
            else:
                kind = "function" if ")" in head else "container"
            # A brace within a constructor's list of initialisers: the same function goes on.
            first = last_first if head.lstrip().startswith(",") else start + len(head) - len(head.lstrip())
            last_first = first
            open_braces.append((kind, (first, head)))
        elif mark == "}" and open_braces:
            kind, (first, head) = open_braces.pop()
            if kind == "function":
                yield text.count("\n", 0, first) + 1, text.count("\n", 0, at) + 1, " ".join(head.split())
        start = at + 1


def check(root):
    complaints = []
    for path in house.files(root, (".cpp", ".hpp")):
        for first, last, head in functions(house.text_of(root, path)):
            if last - first + 1 > MAX_LINES:
                complaints.append(f"{path}:{first}: {last - first + 1} lines, at most {MAX_LINES}: {head[:60]}")
    return complaints


def function(head, lines):
    return head + " {\n" + "  x();\n" * (lines - 2) + "}\n"


GOOD = {
    "core/a.cpp": "#define X {\nnamespace a {\nclass B {\n" + function("int f(int a)", 60) * 2
                  + "};\nenum class E { a, b };\n// }\nconst char* s = \"}\";\nauto r = R\"({)\";\nchar c = '{';\n"
                  + "constexpr int table[] = {\n" + "  1'000,\n" * 100 + "};\n" + function("struct C", 90) + "}\n",
}
BROKEN = [
    ("a free function", "61 lines", {"core/b.cpp": function("int f(int a)", 61)}),
    ("a member", "61 lines", {"core/b.hpp": "namespace n {\nstruct S {\n" + function("int f() const", 61) + "};\n}\n"}),
    ("a test", "61 lines", {"tests/core/b_test.cpp": function("TEST(Suite, name)", 61)}),
    ("a lambda counts", "64 lines",
     {"core/b.cpp": "void f() {\n  auto l = [&](int) {\n" + "    x();\n" * 60 + "  };\n}\n"}),
    ("a constructor with a list", "62 lines", {"core/b.cpp": "S::S(int a)\n" + function("    : a_{a}, b_(a)", 61)}),
    ("returns a struct", "61 lines", {"core/b.cpp": function("struct S f(int a) const", 61)}),
    ("after braces in strings", "61 lines",
     {"core/b.cpp": "const char* s = \"{{{\";\n// {{\n" + function("int f()", 61)}),
]

if __name__ == "__main__":
    house.main(check, GOOD, BROKEN)
