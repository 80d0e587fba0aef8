#!/usr/bin/env python3
# Breaks the code, or the extracted checker, one edit at a time; fails if the comparison of the two does not notice.
# SPDX-License-Identifier: Apache-2.0
#
# broken_agreement.py SOURCE BUILD [COMPILER] [NAME...]: see broken_code.py. The oracle must have been built
# (`make proofs`). An edit of the checker is made in the OCaml text that was extracted from the proofs, or in its
# driver. Half a minute for each edit.
import os
import re
import shutil
import subprocess
import sys
import tempfile

import broken_code

CASES = "4000"
# Folder, then as in broken_code.py.
CODE = [
    ("core", "allocation/counting.hpp", "position(p) - size(p));", "position(p) - size(p) + 1);",
     "a-threshold-of-one-more"),
    ("core", "allocation/counting.cpp", "result_.position_[i] = result_.size_[semaphore];",
     "result_.position_[i] = 1;", "the-first-of-its-body"),
    ("core", "allocation/threshold.cpp", "lower.plus(lower.count(c.producer_scope), -1);",
     "lower.count(c.producer_scope);", "the-entry-of-now-counts"),
    ("core", "allocation/threshold.cpp", "lower.times(lower.minimum(reached, q(c.distance - 1)), c.factor);",
     "lower.times(reached, c.factor);", "two-level-without-minimum"),
    ("core", "allocation/threshold.cpp", "if (x.distance >= 1 && !needless)", "if (x.distance >= 2 && !needless)",
     "no-mask-at-distance-one"),
    ("core", "dependence/classify.cpp", "k == 1 && !before && !in_branch", "k == 1 && !in_branch",
     "nested-forward-is-backward"),
    ("core", "dependence/classify.cpp", "exclusive_at(tree, m) && k <= 1", "exclusive_at(tree, m) && k <= 2",
     "exclusive-at-distance-two"),
    ("core", "dependence/classify.cpp", "if (!before) return false;", "", "rejected-is-nested-forward"),
    ("core", "dependence/classify.cpp", "product = times(product, tree.scope(s).trips);",
     "product = product + tree.scope(s).trips;", "a-sum-of-trips"),
    ("verify", "order/compare.cpp", "dead_ = dead_ || s_.ready(e) != 0;",
     "dead_ = dead_ || s_.ready(e) > 1;", "the-last-dead-event-is-missed"),
    ("verify", "order/compare.cpp", "if (i.retired < s.retired) return -1;", "",
     "early-on-its-own-engine-is-missed"),
    ("verify", "order/compare.cpp", "more = more || iv[g]", "more = iv[g]", "later-on-the-last-engine-alone"),
]
CHECKER = [
    ("counterpoint_oracle.ml", "(K (Z.sub n k_))", "(K (Z.sub n (Z.add k_ 1)))", "there-a-threshold-of-one-more"),
    ("counterpoint_oracle.ml", "(q (Z.to_nat (Z.sub a 1)))", "(q (Z.to_nat a))", "there-an-older-minimum"),
    ("counterpoint_oracle.ml", "(&&) (Z.eqb k 1) (untouched p c p0 n)", "Z.eqb k 1", "there-now-for-history"),
    ("counterpoint_oracle.ml", "if over p c p0 n then Some Now else None", "Some Now", "there-nothing-is-rejected"),
    ("counterpoint_oracle.ml", "(Z.mul (Z.of_nat t) w)", "(Z.add (Z.of_nat t) w)", "there-a-sum-of-trips"),
    ("counterpoint_oracle.ml", "if existsb (fun t -> Z.leb t 0) (target x d)",
     "if existsb (fun t -> Z.ltb t 0) (target x d)", "there-iteration-zero-is-owed"),
    ("counterpoint_oracle.ml", "then Deadlock", "then Refines", "there-no-deadlock"),
    ("main.ml", "\"producers\" -> PerLoop false", "\"producers\" -> PerLoop true", "there-all-count"),
    ("main.ml", "(number (List.nth r 3), number (List.nth r 4))", "(number (List.nth r 3), number (List.nth r 4) + 1)",
     "there-it-reads-one-more"),
    ("main.ml", "~default:0", "~default:1", "there-one-trip-for-none"),
]


def once(text, before, after, where):
    """One place, however the text is broken into lines."""
    found = list(re.finditer(r"\s+".join(re.escape(word) for word in before.split()), text))
    if len(found) != 1:
        sys.exit(f"{where} says {len(found)} times, not once: {before}")
    return text[:found[0].start()] + after + text[found[0].end():]


class Workshop(broken_code.Workshop):
    oracle = ""

    def failure(self, objects):
        program = os.path.join(self.scratch, "oracle_cases")
        subprocess.run([*self.compiler, "-o", program, "-Wl,--allow-multiple-definition", *objects, *self.tests,
                        *self.layers, "-lfmt", "-lxxhash", "-lpthread"], check=True)
        return difference(self.source, program, self.oracle)


def difference(source, program, oracle):
    """What the comparison prints if the two differ, none if they agree, also on too little."""
    done = subprocess.run([program, oracle, "--cases", CASES, "--saved", os.path.join(source, "tests/oracle/cases")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=1800)
    return done.stdout if done.returncode != 0 and "The proofs and the code differ" in done.stdout else None


def report(what, output, missed):
    text = output or ""
    first = next((line for line in text.splitlines() if ": " in line), "")
    program = re.search(r"^#--- program.cp\n(.*?)^#", text, re.MULTILINE | re.DOTALL)
    size = f" ({program[1].count(': ')} instructions)" if program else ""
    print(f"{'noticed' if output is not None else 'MISSED '} {what} {first}{size}", flush=True)
    if output is None:
        missed.append(what)


def break_code(source, build, compiler, oracle, chosen, missed):
    for folder in ("core", "verify"):
        with tempfile.TemporaryDirectory() as scratch:
            workshop = Workshop(source, build, compiler, scratch, folder=folder,
                                tests="../oracle/CMakeFiles/oracle_cases.dir", layers=("verify", "core"), libraries=())
            workshop.oracle = oracle
            for in_folder, name, before, after, what in CODE:
                if in_folder == folder and chosen(what):
                    report(what, workshop.breaks(name, before, after), missed)


def break_checker(source, build, chosen, missed):
    program = os.path.join(build, "tests", "oracle", "oracle_cases")
    extracted = os.path.join(source, "proofs-notes", "rocq", "oracle", "build")
    for name, before, after, what in CHECKER:
        if not chosen(what):
            continue
        with tempfile.TemporaryDirectory() as scratch:
            for file in ("counterpoint_oracle.mli", "counterpoint_oracle.ml", "main.ml"):
                shutil.copy(os.path.join(extracted, file), scratch)
            path = os.path.join(scratch, name)
            with open(path, encoding="utf-8") as file:
                text = once(file.read(), before, after, name)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            subprocess.run(["ocamlfind", "ocamlopt", "-w", "-a", "counterpoint_oracle.mli", "counterpoint_oracle.ml",
                            "main.ml", "-o", "oracle"], check=True, cwd=scratch)
            report(what, difference(source, program, os.path.join(scratch, "oracle")), missed)


def main():
    source, build = (os.path.abspath(a) for a in sys.argv[1:3])
    compiler = sys.argv[3] if len(sys.argv) > 3 else "c++"
    names = sys.argv[4:]
    oracle = os.path.join(source, "proofs-notes", "rocq", "oracle", "oracle")
    output = difference(source, os.path.join(build, "tests", "oracle", "oracle_cases"), oracle)
    if output is not None:
        sys.exit("they differ before anything is broken\n" + output)
    missed = []
    break_code(source, build, compiler, oracle, lambda what: not names or what in names, missed)
    break_checker(source, build, lambda what: not names or what in names, missed)
    print(f"{len(missed)} missed")
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
