#!/usr/bin/env python3
# Stands for the command in text tests: every `check` is also made of pairs that mean the same, with the same verdict.
# SPDX-License-Identifier: Apache-2.0
#
# metamorphic.py COMMAND ARGUMENT...: runs COMMAND ARGUMENT... and passes on what it prints and its exit code. If that
# was a `check`, the same question is asked again of
#   - the pair with every engine, instruction, scope, semaphore, register and buffer renamed,
#   - the pair with the implementation's engines declared in another order and its blocks sorted by that order,
#   - the pair with every dependency and every wait written twice, and a semaphore and registers that nobody reads,
# and of the program with its own allocation, which must be exact unless alloc warns that it waits for more (CP0901).
# The files go through JSON, so reading and writing that is covered as well. What differs ends with exit code 99, which
# no test expects.
import json
import os
import re
import subprocess
import sys
import tempfile

DIFFERS = 99
# Options of check with a value that follows, as the tests write them.
WITH_VALUE = ("--trips", "--default-trips", "--resize", "--seed", "--max-trips", "--window", "--width", "--compare",
              "--by", "--property", "--max-states", "--max-instances", "--expect", "--format", "--trace")
# Of these the transformed question is asked without.
OF_THE_CALLER = ("--expect", "--format", "--trace")
# The prefix of the new name, by the key that holds the old one.
PREFIX = {"engine": "z_", "instruction": "i_", "producer": "i_", "loop": "s_", "if": "s_", "semaphore": "c_",
          "register": "r_", "index": "r_", "value": "r_", "buffer": "b_"}


def split_arguments(arguments):
    """Operands and options of a check; an option is a list of one or two words."""
    operands, options, at = [], [], 0
    while at < len(arguments):
        if arguments[at] in WITH_VALUE:
            options.append(arguments[at:at + 2])
            at += 2
            continue
        (options.append([arguments[at]]) if arguments[at].startswith("-") else operands.append(arguments[at]))
        at += 1
    return operands, options


def renamed(value, key=None):
    if isinstance(value, dict):
        result = {k: renamed(v, k) for k, v in value.items()}
        for kind, prefix in (("engines", "z_"), ("buffers", "b_"), ("semaphores", "c_")):
            for declared in result.get(kind, []):
                declared["name"] = prefix + declared["name"]
        return result
    if isinstance(value, list):
        return [renamed(v, "index" if key == "operands" else key) for v in value]
    return PREFIX[key] + value if isinstance(value, str) and key in PREFIX else value


def renamed_trips(option):
    """--trips SCOPE=..., --trips SCOPE@ENGINE=..., --resize SCOPE=N."""
    if option[0] not in ("--trips", "--resize") or "=" not in option[1]:
        return option
    return [option[0], re.sub(r"@", "@z_", "s_" + option[1])]


def bodies(document):
    """Every list of items, outermost first."""
    waiting = [document.get("body", [])]
    while waiting:
        body = waiting.pop()
        yield body
        for item in body:
            waiting += [item[k] for k in ("body", "then", "else") if k in item]


def is_statement(item):
    return "engine" in item


def reordered(document):
    document["engines"].reverse()
    rank = {e["name"]: n for n, e in enumerate(document["engines"])}
    for body in bodies(document):
        start = 0
        while start < len(body):
            end = start
            while end < len(body) and is_statement(body[end]):
                end += 1
            body[start:end] = sorted(body[start:end], key=lambda s: rank[s["engine"]])
            start = max(end, start + 1)
    return document


def written_twice(document):
    for body in bodies(document):
        for item in body:
            item.update({k: item[k] * 2 for k in ("after",) if k in item})
            if "wait" in item and all(w["test"] != "take" for w in item["wait"]):
                item["wait"] = item["wait"] * 2
    if "implementation" in document:
        document.setdefault("semaphores", []).append({"name": "nobody_waits_here"})
        document["body"][:0] = [{"engine": e["name"], "register": "nobody_reads_this", "operation": "copy",
                                 "operands": [1]} for e in document["engines"]]
    return document


class Repeated:
    """One check, and how to ask it again of other files."""

    def __init__(self, command, operands, options, folder):
        self.command = command
        self.options = [o for o in options if o[0] not in OF_THE_CALLER]
        self.folder = folder
        self.operands = operands
        self.documents = [json.loads(self.run(["convert", "--to", "json", path]).stdout) for path in operands]

    def run(self, arguments):
        return subprocess.run([self.command] + arguments, stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def ask(self, files, options):
        """Verdict, reason and exit code."""
        words = [w for o in options for w in o]
        done = self.run(["check"] + files + words + ["--format", "json"])
        try:
            answer = json.loads(done.stdout)
            return answer["verdict"], answer["facts"].get("reason", ""), done.returncode
        except (ValueError, KeyError):
            return "no verdict", done.stdout + done.stderr, done.returncode

    def write(self, name, documents):
        files = []
        for n, document in enumerate(documents):
            files.append(os.path.join(self.folder, f"{name}.{n}.json"))
            with open(files[-1], "w", encoding="utf-8") as file:
                json.dump(document, file)
        return files

    def copies(self):
        return json.loads(json.dumps(self.documents))

    def differences(self):
        expected = self.ask(self.operands, self.options)
        changes = {
            "renamed": ([renamed(d) for d in self.copies()], [renamed_trips(o) for o in self.options]),
            "written twice": ([written_twice(d) for d in self.copies()], self.options),
        }
        documents = self.copies()
        changes["reordered"] = (documents[:-1] + [reordered(documents[-1])], self.options)
        for name, (documents, options) in changes.items():
            got = self.ask(self.write(name.replace(" ", "_"), documents), options)
            if got != expected:
                yield f"{name}: {expected} became {got}"
        if len(self.operands) == 2:
            yield from self.own_allocation()

    def own_allocation(self):
        path = os.path.join(self.folder, "own.cp")
        done = self.run(["alloc", self.operands[0], "-o", path])
        if done.returncode == 69:
            return
        allowed = ("equivalent", "refines") if "CP0901" in done.stderr else ("equivalent",)
        # Of the machine only what both sides share: a narrow or unsigned comparison is the implementation's matter.
        shared = [o for o in self.options if o[0] in ("--trips", "--default-trips", "--resize", "--seed", "--max-trips",
                                                      "--window")]
        got = self.ask([self.operands[0], path], shared + [["--by", "all"]])
        if got[0] not in allowed:
            yield f"the program's own allocation: {got}"


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    done = subprocess.run([command] + arguments)
    # A usage error or bad input stays what it is.
    if arguments[:1] != ["check"] or done.returncode >= 64:
        return done.returncode
    operands, options = split_arguments(arguments[1:])
    with tempfile.TemporaryDirectory() as folder:
        complaints = list(Repeated(command, operands, options, folder).differences())
    for complaint in complaints:
        print(f"metamorphic: {complaint}\n  of: {' '.join(arguments)}", file=sys.stderr)
    return DIFFERS if complaints else done.returncode


if __name__ == "__main__":
    sys.exit(main())
