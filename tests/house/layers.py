#!/usr/bin/env python3
# Folders are layers: what a file may include, and which libraries may be included where.
# SPDX-License-Identifier: Apache-2.0
#
# A layer includes itself and those before it in the list; a sub-folder of core likewise. tests/LAYER follows LAYER.
# core is without threads, terminal and file system. Headers of solvers are included by sources in
# smt/solvers/ only, and by no header: who uses smt needs none of them. CLI11 and JSON cost seconds
# for each file that includes them, so one .cpp of a layer may, and no header.
import re
import sys

import house

CORE = ["diagnostic", "program", "text", "dependence", "allocation", "machine", "evaluation"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOLVERS = re.compile(r"^(z3|z3\+\+|z3_.*)\.h$|^(cvc5|bitwuzla)/")
HEAVY = {"nlohmann/": "nlohmann/json", "CLI/": "CLI11"}
LIGHT = {"CLI/Version.hpp"}
NOT_IN_CORE = {"thread", "mutex", "future", "condition_variable", "shared_mutex", "semaphore", "barrier", "latch",
               "stop_token", "iostream", "fstream", "filesystem", "print", "cstdio", "stdio.h", "unistd.h", "fcntl.h",
               "termios.h", "pthread.h"}


def layer_of(path):
    """(layer, sub-folder, is it a test) of a source file or an include, or None."""
    parts = path.split("/")
    test = parts[0] == "tests"
    if test:
        parts = parts[1:]
    if len(parts) < 2 or parts[0] not in house.LAYERS:
        return None
    return parts[0], parts[1] if len(parts) > 2 else "", test


def arrow_points_up(path, target):
    """Why `path` may not include the project's file `target`, or None."""
    layer, folder, test = layer_of(path)
    to = layer_of(target)
    if to is None:
        return "is in no layer"
    if house.LAYERS.index(to[0]) > house.LAYERS.index(layer):
        return f"{layer} may not include {to[0]}"
    if to[2] and not test:
        return "the product may not include its tests"
    if layer == "core" and to[0] == "core" and not test:
        if to[1] not in CORE or folder not in CORE:
            return f"core has the folders {', '.join(CORE)}, nothing else"
        if CORE.index(to[1]) > CORE.index(folder):
            return f"core/{folder} may not include core/{to[1]}"
    return None


def check(root):
    complaints = []
    heavy = {}
    for path in house.files(root, (".cpp", ".hpp")):
        place = layer_of(path)
        rapidcheck_line = None
        for number, line in enumerate(house.lines_of(root, path), 1):
            found = INCLUDE.match(line)
            if not found:
                continue
            quoted, target = found[1] == '"', found[2]
            at = f"{path}:{number}"
            if SOLVERS.match(target) and not re.match(r"smt/solvers/.*\.cpp$", path):
                complaints.append(f"{at}: a solver header ({target}) elsewhere than in a source in smt/solvers/")
            if target.startswith("rapidcheck"):
                rapidcheck_line = number
            if target.startswith("gtest/") and rapidcheck_line:
                complaints.append(f"{at}: <gtest/gtest.h> comes before rapidcheck")
            if place is None:
                continue
            layer, _, test = place
            for prefix, library in HEAVY.items():
                if target.startswith(prefix) and target not in LIGHT:
                    heavy.setdefault((layer, test, library), set()).add(path)
                    if path.endswith(".hpp"):
                        complaints.append(f"{at}: {library} in a header")
            if layer == "core" and not test and (target in NOT_IN_CORE or target.startswith("sys/")):
                complaints.append(f"{at}: core is without threads, terminal and files (<{target}>)")
            if quoted:
                reason = arrow_points_up(path, target)
                if reason:
                    complaints.append(f'{at}: "{target}": {reason}')
            elif layer_of(target):
                complaints.append(f"{at}: <{target}> is the project's own, use quotes")
    for (layer, test, library), paths in sorted(heavy.items()):
        if len(paths) > 1:
            where = f"tests/{layer}" if test else layer
            complaints.append(f"{where}: {library} is included by more than one file: {', '.join(sorted(paths))}")
    return complaints


def including(path, *targets):
    return {path: "".join(f"#include {t}\n" for t in targets)}


GOOD = {
    **including("core/text/parser.cpp", '"core/program/tree.hpp"', "<nlohmann/json.hpp>", "<vector>"),
    **including("core/program/tree.hpp", '"core/diagnostic/codes.hpp"'),
    **including("smt/solvers/z3_solver.cpp", "<z3.h>", "<cvc5/cvc5.h>",
                '"verify/relation.hpp"', '"core/text/text.hpp"'),
    **including("tests/core/tree_test.cpp", '"core/machine/step.hpp"', "<gtest/gtest.h>", "<rapidcheck/gtest.h>"),
    **including("cli/main.cpp", '"report/text.hpp"', "<iostream>"),
}
BROKEN = [
    ("a layer uses one above it", "core may not include verify",
     including("core/program/a.cpp", '"verify/relation.hpp"')),
    ("a header of a layer does", "verify may not include cli", including("verify/a.hpp", '"cli/options.hpp"')),
    ("a folder of core does", "core/program may not include core/text",
     including("core/program/a.cpp", '"core/text/text.hpp"')),
    ("a new folder in core", "nothing else", including("core/util/a.cpp", '"core/util/a.hpp"')),
    ("a test of a low layer uses a high one", "core may not include smt",
     including("tests/core/a_test.cpp", '"smt/term.hpp"')),
    ("the product uses a test", "may not include its tests",
     including("verify/a.cpp", '"tests/core/generator.hpp"')),
    ("relative include", "is in no layer", including("core/program/a.cpp", '"tree.hpp"')),
    ("a solver elsewhere", "solver header", including("verify/a.cpp", "<z3++.h>")),
    ("a solver in the terms", "solver header", including("smt/terms/terms.cpp", "<z3.h>")),
    ("a solver in a header", "solver header", including("smt/solvers/prover.hpp", "<cvc5/cvc5.h>")),
    ("a solver in a test", "solver header", including("tests/smt/solvers/a_test.cpp", "<z3.h>")),
    ("the other solver elsewhere", "solver header", including("cli/a.cpp", "<cvc5/cvc5.h>")),
    ("JSON in a header", "in a header", including("report/a.hpp", "<nlohmann/json_fwd.hpp>")),
    ("JSON twice", "more than one file", including("core/text/b.cpp", "<nlohmann/json.hpp>")),
    ("files in core", "without threads", including("core/text/b.cpp", "<fstream>")),
    ("threads in core", "without threads", including("core/machine/b.cpp", "<thread>")),
    ("rapidcheck first", "comes before", including("tests/core/a_test.cpp", "<rapidcheck/gtest.h>", "<gtest/gtest.h>")),
    ("angle brackets", "use quotes", including("core/program/a.cpp", "<core/program/tree.hpp>")),
]

if __name__ == "__main__":
    house.main(check, GOOD, BROKEN)
