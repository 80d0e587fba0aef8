#!/usr/bin/env python3
# Library code never prints and never exits: no symbol that does is wanted by any layer below the command.
# SPDX-License-Identifier: Apache-2.0
#
# `symbols.py NM LIBRARY...` reads the undefined symbols of each library, static or shared; no library is a failure.
# `symbols.py --can-fail COMPILER NM` compiles small offenders and a good file. What fmt does inside its own library
# is not ours; its formatting functions are no printing, fmt::print and its kin are.
import os
import re
import subprocess
import sys
import tempfile

C_NAMES = {
    "printf", "fprintf", "vprintf", "vfprintf", "dprintf", "puts", "fputs", "putchar", "fputc", "putc", "fwrite",
    "perror", "write", "stdout", "stderr", "__printf_chk", "__fprintf_chk", "__vfprintf_chk",
    "abort", "exit", "_exit", "_Exit", "quick_exit", "raise", "kill", "longjmp", "system",
}
CPP_NAMES = re.compile(r"^std::(cout|cerr|clog|wcout|wcerr|wclog|ios_base::Init)\b|"
                       r"^fmt::v\d+::(v?print|println|detail::print)\b")


def offending(undefined):
    found = []
    for mangled, name in undefined:
        if mangled.split("@")[0] in C_NAMES or CPP_NAMES.search(name):
            found.append(name)
    return found


def undefined_symbols(nm, library):
    options = ["-D"] if ".so" in os.path.basename(library) else []
    answers = [subprocess.run([nm, *options, "-u", *more, library], capture_output=True, text=True, check=True).stdout
               for more in ([], ["-C"])]
    rows = [[line.strip().split(None, 1)[1] for line in text.splitlines() if re.match(r"\s+[Uwv] ", line)]
            for text in answers]
    return list(zip(*rows))


def check(nm, libraries):
    complaints = []
    for library in libraries:
        undefined = undefined_symbols(nm, library)
        if not undefined:
            complaints.append(f"{library}: no symbol at all, is it the right file?")
        for name in sorted(set(offending(undefined))):
            complaints.append(f"{os.path.basename(library)}: uses {name}")
    return complaints


OFFENDERS = {
    "printf": '#include <cstdio>\nvoid f(int a) { std::printf("%d", a); }\n',
    "puts": '#include <cstdio>\nvoid f() { std::puts("x"); }\n',
    "fprintf": '#include <cstdio>\nvoid f(int a) { std::fprintf(stderr, "%d", a); }\n',
    "cout": "#include <iostream>\nvoid f() { std::cout << 1; }\n",
    "cerr": "#include <iostream>\nvoid f() { std::cerr << 1; }\n",
    "exit": "#include <cstdlib>\nvoid f() { std::exit(1); }\n",
    "abort": "#include <cstdlib>\nvoid f() { std::abort(); }\n",
    "fmt::print": '#include <fmt/core.h>\nvoid f(int a) { fmt::print("{}", a); }\n',
}
GOOD = ('#include <fmt/format.h>\n#include <stdexcept>\n#include <vector>\n'
        'std::string f(int a) { if (a < 0) throw std::logic_error("x"); return fmt::format("{}", a); }\n'
        'void g(std::vector<int>& v) noexcept { v.push_back(1); }\n')


def show_that_it_can_fail(compiler, nm):
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        def compiled(text):
            source, object_file = os.path.join(folder, "a.cpp"), os.path.join(folder, "a.o")
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run([compiler, "-std=c++20", "-O1", "-c", source, "-o", object_file], check=True)
            return check(nm, [object_file])
        wrong += [f"good file: {c}" for c in compiled(GOOD)]
        wrong += [f"{name}: not found out" for name, text in OFFENDERS.items() if not compiled(text)]
        wrong += [] if compiled("") else ["empty library: not found out"]
    return wrong


def main():
    if sys.argv[1] == "--can-fail":
        wrong, good_news = show_that_it_can_fail(*sys.argv[2:]), f"{len(OFFENDERS) + 1} offenders found out"
    else:
        wrong, good_news = check(sys.argv[1], sys.argv[2:]), f"{len(sys.argv) - 2} libraries neither print nor exit"
        wrong += [] if sys.argv[2:] else ["no library given"]
    print("\n".join(wrong) if wrong else good_news)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
