# Asks a `check` again of pairs that mean the same: verdict and reason must be the same.
# SPDX-License-Identifier: Apache-2.0
#
# The changes are
#   - every dependency and every wait written twice, and a semaphore and registers that nobody reads,
#   - the implementation's engines declared in another order and its blocks sorted by that order,
#   - every engine, instruction, scope, semaphore, register and buffer renamed.
# The program is also checked with its own allocation, which must be exact unless alloc warns that it waits for more
# (CP0901). The files go through JSON, so reading and writing that is covered as well. What differs ends with exit code
# 99, which no test expects.
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


# What means the same, applied to the files of a check.
CHANGES = {
    "written twice": lambda documents: [written_twice(d) for d in documents],
    "reordered": lambda documents: documents[:-1] + [reordered(documents[-1])],
    "renamed": lambda documents: [renamed(d) for d in documents],
}


def verdict_of(text):
    """"unsafe reason=early-issue", "equivalent"; "" if there is no verdict."""
    found = re.search(r"^verdict: (\S+)( reason=\S+)?", text, re.MULTILINE)
    return found.group(1) + (found.group(2) or "") if found else ""


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
        """Verdict and reason, and the exit code."""
        done = self.run(["check"] + files + [w for o in options for w in o])
        return verdict_of(done.stdout) or done.stdout + done.stderr, done.returncode

    def changed(self, names):
        """The files after the named changes, one on top of the other, and the options that ask the same of them."""
        documents, options = json.loads(json.dumps(self.documents)), self.options
        for name in names:
            documents = CHANGES[name](documents)
            options = [renamed_trips(o) for o in options] if name == "renamed" else options
        files = []
        for n, document in enumerate(documents):
            files.append(os.path.join(self.folder, f"changed.{n}.json"))
            with open(files[-1], "w", encoding="utf-8") as file:
                json.dump(document, file)
        return files, options

    def differences(self, verdict):
        """All changes at once; only if that differs each by itself, to say which one it was."""
        if self.ask(*self.changed(CHANGES))[0] != verdict:
            culprits = [name for name in CHANGES if self.ask(*self.changed([name]))[0] != verdict]
            got = self.ask(*self.changed(culprits or CHANGES))
            yield f"{' and '.join(culprits or CHANGES)}: {verdict} became {got}"
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
        if got[0].split()[0] not in allowed:
            yield f"the program's own allocation: {got}"


def run(command, arguments):
    """The exit code of the check, or 99; what it prints is passed on."""
    done = subprocess.run([command] + arguments, stdout=subprocess.PIPE, text=True)
    sys.stdout.write(done.stdout)
    # A usage error or bad input stays what it is, and a document is for the tests of documents.
    verdict = verdict_of(done.stdout)
    if done.returncode >= 64 or not verdict:
        return done.returncode
    operands, options = split_arguments(arguments[1:])
    with tempfile.TemporaryDirectory() as folder:
        complaints = list(Repeated(command, operands, options, folder).differences(verdict))
    for complaint in complaints:
        print(f"metamorphic: {complaint}\n  of: {' '.join(arguments)}", file=sys.stderr)
    return DIFFERS if complaints else done.returncode
