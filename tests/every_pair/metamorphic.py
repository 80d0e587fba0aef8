#!/usr/bin/env python3
# Stands for the command in text tests: every `check` is also made of pairs that mean the same, with the same verdict.
# SPDX-License-Identifier: Apache-2.0
#
# metamorphic.py COMMAND ARGUMENT...: runs COMMAND ARGUMENT... and passes on what it prints and its exit code; a check
# of a hand-written implementation is asked again by same_meaning.py. Implementations that alloc wrote pass as they are:
# of those there are thousands in tests/verify/properties. It starts for every command of every test, so what is slow to
# import is imported only where it is needed.
import os
import sys


def is_allocation(path):
    """Whether the file's header names a scheme."""
    if not path.endswith(".cp"):
        return False
    with open(path, encoding="utf-8") as file:
        return any(line.startswith("implementation ") and " scheme " in line for line in file)


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if arguments[:1] != ["check"] or any(is_allocation(a) for a in arguments):
        os.execv(command, [command] + arguments)
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import same_meaning

    return same_meaning.run(command, arguments)


if __name__ == "__main__":
    sys.exit(main())
