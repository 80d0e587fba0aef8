#!/usr/bin/env python3
# Names of types, inline functions and constants that are defined twice where one program, or one source, has both.
# SPDX-License-Identifier: Apache-2.0
#
# No two files define a type or an inline function of the same name in the same named namespace. All tests of a layer
# are one program. Two different classes with one full name there compile and link, and then one constructor runs with
# the other's destructor: a crash far from its cause. What only one source needs belongs into an unnamed namespace.
#
# The sources of a layer may be compiled together (the preset sanitize), where unnamed namespaces are one: a type or
# constant there has a name of its own in the layer, and none that its named namespace has in the product. A function
# there has no other with its name and types of parameters in the layer, and no constant with its name. Tests are
# compiled one by one. Definitions are those at the start of a line, as the formatter leaves them.
import re

import house

NAMESPACE = re.compile(r"^(?:inline )?namespace(?: ([\w:]+))? \{")
NAMESPACE_END = re.compile(r"^\}  // namespace\b")
TYPE = re.compile(r"^(?:struct|class|union|enum class|enum)(?: \[\[\w+\]\])? (\w+)(?!::|\w)[^;()]*\{")
FUNCTION = re.compile(r"^(?:\[\[nodiscard\]\] )?inline [^=;]*?\b(\w+)\(([^{;]*)\) ?(?:const )?(?:noexcept )?\{")
PLAIN = re.compile(r"^(?:\[\[\w+\]\] )?(?:constexpr |inline |static )*(?!return\b|else\b|using\b)(?=\w)"
                   r"[\w:<>,*& ]+?[ *&](\w+)\(([^{;]*)\) ?(?:noexcept )?\{")
CONSTANT = re.compile(r"^(?:inline )?const(?:expr)? (?!auto&)[^=;(){]*?\b(\w+)(?: = |\{|;)")


def definitions(text, unnamed=False):
    """(line, namespaces joined, what) of each definition outside of unnamed namespaces, or of those inside."""
    # A header of a function may take two lines.
    text = re.sub(r"(\(|,)\n +", r"\1 ", text)
    spaces = []
    for number, line in enumerate(text.splitlines(), 1):
        opened = NAMESPACE.match(line)
        if opened:
            if not line.rstrip().endswith("}"):
                spaces.append(opened[1] or "")
        elif NAMESPACE_END.match(line) and spaces:
            spaces.pop()
        elif unnamed == ("" in spaces):
            found = TYPE.match(line) or CONSTANT.match(line)
            if found:
                yield number, "::".join(s for s in spaces if s), found[1]
            found = (PLAIN if unnamed else FUNCTION).match(line)
            if found:
                types = ", ".join(re.sub(r"\s*\b\w+(\s*=.*)?$", "", p.strip()) for p in found[2].split(","))
                yield number, "::".join(s for s in spaces if s), f"{found[1]}({types})"


def check(root):
    seen = {}
    complaints = []
    # The product first: it is part of every program of tests.
    paths = house.files(root, (".hpp", ".cpp"))
    for path in sorted(paths, key=lambda p: p.startswith("tests/")):
        if path.startswith("tests/install/"):
            continue
        # The tests of two layers are two programs.
        programs = [""] if not path.startswith("tests/") else ["", path.split("/")[1]]
        for number, space, what in definitions(house.text_of(root, path)):
            others = [seen[p, space, what] for p in programs if (p, space, what) in seen]
            if any(other != path for other in others):
                complaints.append(f"{path}:{number}: {space}::{what} is defined in {others[0]} too")
            seen.setdefault((programs[-1], space, what), path)
    return complaints + check_unnamed(root, paths, seen)


def check_unnamed(root, paths, seen):
    kept = {}
    kinds = {}
    complaints = []
    for path in paths:
        layer = path.split("/")[0]
        if layer in ("tests", "bench"):
            continue
        for number, space, what in definitions(house.text_of(root, path), unnamed=True):
            other = kept.setdefault((layer, space, what), path)
            if other == path:
                other = seen.get(("", space, what), path)
            # Functions share a name with each other, and with nothing else.
            name, called, _ = what.partition("(")
            kinds.setdefault((layer, space, name, called), path)
            if other == path:
                other = kinds.get((layer, space, name, "" if called else "("), path)
            if other != path:
                complaints.append(f"{path}:{number}: {space}::{what} in an unnamed namespace is defined in {other} too")
    return complaints


def in_space(name, text):
    return f"namespace {name} {{\n{text}\n}}  // namespace {name}\n"


GOOD = {
    "tests/core/a.hpp": in_space("n::testing", "struct A {\n};\nstruct Declared;\ninline int f(int a) { return a; }"),
    "tests/core/b.hpp": in_space("n::other", "struct A {\n};\nstruct Declared;\ninline int f(int a) { return a; }")
                        + in_space("n::testing", "inline int f(const A& a) { return 1; }"),
    "tests/verify/a.hpp": in_space("n::testing", "struct A {\n};"),
    "core/c.hpp": in_space("n", "struct A {\n};"),
    "core/d.cpp": "namespace n::other {\nnamespace {\nconstexpr int most = 1;\n}  // namespace\n}  // namespace n\n",
    "core/e.cpp": "namespace n {\nnamespace {\nconstexpr int most = 1;\n}  // namespace\n}  // namespace n\n",
    "core/h.cpp": "namespace n {\nnamespace {\nint f(int a) { return a; }\n}  // namespace\n}  // namespace n\n",
    "core/i.cpp": "namespace n {\nnamespace {\nint f(char a) { return a; }\n}  // namespace\n}  // namespace n\n",
    "verify/e.cpp": "namespace n {\nnamespace {\nconstexpr int most = 1;\n}  // namespace\n}  // namespace n\n",
    "tests/core/e.cpp": "namespace n {\nnamespace {\nconstexpr int most = 1;\n}  // namespace\n}  // namespace n\n",
    "tests/core/c.cpp": "namespace n::testing {\nnamespace {\nstruct A {\n};\n}  // namespace\n}  // namespace n\n",
}
UNNAMED = "namespace n {{\nnamespace {{\n{}\n}}  // namespace\n}}  // namespace n\n"
BROKEN = [
    ("a constant of two sources", "n::most in an unnamed namespace is defined in core/e.cpp",
     {"core/f.cpp": UNNAMED.format("constexpr std::array most = {\n};")}),
    ("a type of two sources", "n::B in an unnamed namespace is defined in core/f.cpp",
     {"core/f.cpp": UNNAMED.format("struct B {\n};"), "core/g.cpp": UNNAMED.format("class B {\n};")}),
    ("a function of two sources", "n::f(const A&, int) in an unnamed namespace is defined in core/f.cpp",
     {"core/f.cpp": UNNAMED.format("int f(const A& a, int b) {\n  return b;\n}"),
      "core/g.cpp": UNNAMED.format("std::vector<int> f(const A& x,\n                  int y) {\n  return {};\n}")}),
    ("a constant and a function", "n::f(int) in an unnamed namespace is defined in core/f.cpp",
     {"core/f.cpp": UNNAMED.format("constexpr auto f = [](char a) { return a; };"),
      "core/h.cpp": UNNAMED.format("int f(int a) { return a; }")}),
    ("a type of a header", "n::A in an unnamed namespace is defined in core/c.hpp",
     {"core/f.cpp": UNNAMED.format("struct A {\n};")}),
    ("a class twice", "n::testing::A is defined", {"tests/core/d.hpp": in_space("n::testing", "class A {\n};")}),
    ("nested namespaces", "n::testing::A is defined",
     {"tests/core/d.hpp": in_space("n", in_space("testing", "class A final : public B {\n};"))}),
    ("a class of the product in a test", "n::A is defined", {"tests/cli/d.hpp": in_space("n", "class A {\n};")}),
    ("in a source", "n::testing::A is defined",
     {"tests/core/d.cpp": in_space("n::testing", "enum class A : int { a };")}),
    ("after an unnamed one", "n::testing::A is defined",
     {"tests/core/d.cpp": in_space("n::testing", "namespace {\n}  // namespace\nstruct A {\n};")}),
    ("an inline function", "n::testing::f(int) is defined",
     {"tests/core/d.hpp": in_space("n::testing", "inline long f(int b) {\n  return b;\n}")}),
]

if __name__ == "__main__":
    house.main(check, GOOD, BROKEN)
