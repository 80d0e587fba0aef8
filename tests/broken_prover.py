#!/usr/bin/env python3
# Breaks the prover's encoding, one edit at a time; fails if the tests of smt/ do not notice one of them.
# SPDX-License-Identifier: Apache-2.0
#
# broken_prover.py SOURCE BUILD [COMPILER] [NAME...]
#
# A prover whose encoding is wrong proves everything, and looks well doing so. Each line below takes away a ghost's
# update, shifts a fact by one, adds a hypothesis that is false, takes the current iteration for the one before, or
# leaves out one of the parts of a formula. An edit is applied to a copy of smt/, what it changes is compiled again and
# put in front of the library of BUILD, and the tests of smt/certify must fail (an internal error counts). An edit that
# is not found in the sources is an error: the table must follow the code. Costs about half a minute for each edit.
import glob
import os
import shutil
import shlex
import subprocess
import sys
import tempfile

# File, before, after, what is broken.
EDITS = [
    ("walk/evaluator.hpp", "if (v.kind == VariableKind::entries && v.scope == scope) s[i] = domain_.add(s[i], 1);",
     "", "entries-stand-still"),
    ("walk/evaluator.hpp", "tree_.scope(v.scope).parent == scope) s[i] = domain_.number(0);",
     "tree_.scope(v.scope).parent == scope) s[i] = s[i];", "trips-go-on"),
    ("walk/evaluator.hpp", "const Value now = v.kind == VariableKind::held ? s[v.source] : domain_.number(1);",
     "const Value now = v.kind == VariableKind::held ? s[v.source] : domain_.number(0);", "nothing-is-seen"),
    ("walk/evaluator.hpp", "facts_.raised_up_to(v.cell, v.engine, b, v.instruction)",
     "facts_.raised(v.cell, v.engine, b)", "latest-is-the-end-of-its-block"),
    ("walk/evaluator.hpp", "if (reset && v.kind == VariableKind::ordinal) s[i] = domain_.number(0);", "",
     "a-reset-keeps-ordinals"),
    ("walk/evaluator.hpp", "v.scope != scope || v.at_start != at_start) continue;", "v.scope != scope) continue;",
     "snapshots-at-both-ends"),
    ("walk/walk.cpp", "if (prove(known, {}, arrive(f.term), name_).answer == ProofAnswer::proved) continue;",
     "continue;", "facts-are-not-checked"),
    ("walk/walk.cpp", "way.enters.valid() ? terms_.less(state[trip], n) : terms_.at_least(state[trip], n)",
     "way.enters.valid() ? terms_.less(state[trip], n) : terms_.at_least(state[trip], terms_.plus(n, 1))",
     "constant-loops-never-end"),
    ("walk/walk.cpp", "deferred_[i] = holds;", "deferred_[i] = true;", "deferred-always-holds"),
    ("walk/walk.cpp", "  Known known;\n", "  Known known;\n"
     "  for (std::uint32_t i = 0; i < following_.variables.size(); ++i)\n"
     "    if (following_.variables[i].kind == VariableKind::entries) known.facts.push_back({linear_("
     "terms_.at_least(cuts_[node].state[i], terms_.number(1))), {}});\n", "every-scope-was-entered"),
    ("obligations/asked.cpp", "terms.plus(find(VariableKind::entries, t.scope), -t.distance)));",
     "terms.plus(find(VariableKind::entries, t.scope), -t.distance - 1)));", "one-iteration-too-far-back"),
    ("obligations/asked.cpp", "terms.plus(find(VariableKind::entries, t.scope), -t.distance)));",
     "terms.plus(find(VariableKind::entries, t.scope), -t.distance + 1)));", "current-for-previous"),
    ("obligations/asked.cpp", "terms.greater(find(VariableKind::trip, scope), terms.number(distance))",
     "terms.greater(find(VariableKind::trip, scope), terms.number(distance + 1))", "owed-one-iteration-later"),
    ("obligations/asked.cpp", "terms.minimum(reached, view.state[asked.snapshot])", "reached", "two-level-without-min"),
    ("obligations/asked.cpp", "find(VariableKind::entries, t.scope), -t.distance - 1);",
     "find(VariableKind::entries, t.scope), -t.distance - 2);", "static-off-by-an-iteration"),
    ("obligations/target.cpp", "if (x.distance >= 1) t.owed", "if (x.distance >= 2) t.owed", "no-mask-at-distance-1"),
    ("obligations/consumer.cpp", "up_to - body.total()), initial);", "0), initial);", "decode-without-K"),
    ("obligations/consumer.cpp", "terms.greater(difference, terms.number(-faced.own))",
     "terms.greater(difference, terms.number(-faced.own - 1))", "high-enough-off-by-one"),
    ("obligations/consumer.cpp", "terms.maximum(terms.number(faced.initial), faced.reached)",
     "terms.plus(terms.maximum(terms.number(faced.initial), faced.reached), 1)", "low-enough-off-by-one"),
    ("obligations/consumer.cpp", "for (std::size_t i = 0; result.live && i < faced.excused.size(); ++i) {",
     "for (std::size_t i = 0; false; ++i) {", "nobody-asks-where-nothing-is-owed"),
    ("obligations/consumer.cpp", "if (own == 0 || difference != terms.number(0)) {", "if (false) {",
     "answers-for-other-producers"),
    ("obligations/consumer.cpp", "if (all.size() == 1 && !s_.resets) return Speaks::count;",
     "return Speaks::count;", "one-body-for-all"),
    ("obligations/consumer.cpp", "result.live = result.live && t.kind != TargetKind::bounded;", "",
     "a-bound-is-what-is-asked"),
    ("obligations/consumer.cpp", "if (r.engine != t.producer_engine || (!own && !tree_.uniform(r.scope)))",
     "if (r.engine != t.producer_engine)", "divergent-ordinals"),
    ("obligations/consumer.cpp", "if (r.engine != t.producer_engine || (!own && !tree_.uniform(r.scope)))",
     "if (!own && !tree_.uniform(r.scope))", "cells-of-two-engines"),
    ("obligations/representative.cpp", "return {last, body.up_to(last) - up_to};",
     "return {last, body.up_to(last) - up_to + 1};", "who-stands-for-a-producer-is-one-off"),
    ("obligations/representative.cpp", "const InstructionId last = *(end - 1);",
     "const InstructionId last = body.instructions.back();", "one-producer-for-its-whole-body"),
    ("obligations/consumer.cpp", "terms.implies(not_passed, terms.at_most(faced.owed, initial))",
     "terms.boolean(true)", "who-was-never-passed-may-be-waited-for"),
    ("obligations/consumer.cpp", "terms.implies(not_passed, here)", "terms.boolean(true)",
     "who-was-never-passed-may-be-waited-for-apart"),
    ("walk/in_step.cpp", "gain != facts_.raised(c, raiser, a.block)", "false", "in-step-by-the-sum-alone"),
    ("walk/in_step.cpp", "return sum == all;", "return true;", "in-step-where-it-counts-at-all"),
    ("walk/graph.cpp", "if (!raised) return;", "return;", "what-is-passed-over-is-not-counted"),
    ("obligations/chain.cpp", "if (next > x) ++chain.distance;", "", "who-retires-later-has-retired"),
    ("obligations/chain.cpp", "if (next >= x) ++chain.distance;", "", "who-issues-later-has-issued"),
    ("obligations/implied.cpp", "if (!usable[j]) reach->exclude(c.dependencies[j]);", "",
     "a-dependency-leans-on-itself"),
    ("obligations/progress.cpp", "terms.at_most(walk.value(w.value, view), value)",
     "terms.at_most(walk.value(w.value, view), terms.plus(value, 1))", "progress-off-by-one"),
    ("obligations/progress.cpp", "*earlier - whole", "*earlier", "progress-counts-the-whole-block"),
    ("obligations/together.cpp", "any.push_back(terms.at_most(a.amount, t.view.state[t.barriers[i]->second]));",
     "any.push_back(terms.at_most(a.amount, t.view.state[t.barriers[i]->first]));", "a-barrier-covers-what-follows"),
    ("streams/streams.cpp", "if (u.kind != UpdateKind::add || amount < 0) {", "if (amount < 0) {",
     "every-update-adds"),
    ("streams/streams.cpp", "if (u.time == UpdateTime::issue) {", "if (false) {", "updates-at-issue-are-at-retirement"),
    ("streams/streams.cpp", "r.sum.push_back(checked_sum(r.total(), amount));", "r.sum.push_back(r.total() + 1);",
     "every-increment-is-one"),
    ("certify/certify.cpp", "if (safe && live && !setting_.barriers) {", "if (safe && !setting_.barriers) {",
     "safe-is-enough"),
    ("certify/certify.cpp", "if (goes_on) {", "if (true) {", "no-progress-needed"),
    ("certify/certify.cpp", "} else if (safe && setting_.uniform && ", "} else if (safe && ",
     "progress-with-divergent-trips"),
    ("terms/logic.cpp", "const Term one = intern_sum(1, {});", "const Term one = intern_sum(0, {});",
     "negation-off-by-one"),
]


class Workshop:
    def __init__(self, source, build, compiler, scratch):
        self.source, self.build, self.compiler, self.scratch = source, build, shlex.split(compiler), scratch
        shutil.copytree(os.path.join(source, "smt"), os.path.join(scratch, "smt"))
        objects = os.path.join(build, "tests", "CMakeFiles", "smt_tests.dir", "smt", "certify")
        self.tests = sorted(glob.glob(os.path.join(objects, "*_test.cpp.o")))
        if not self.tests:
            sys.exit(f"{objects} holds no tests: build smt_tests first")

    # The sources that see a file of smt/: itself, or whoever includes it, and so on.
    def seen_by(self, name):
        if name.endswith(".cpp"):
            return [name]
        sources, headers, found = set(), ["smt/" + name], {"smt/" + name}
        files = glob.glob(os.path.join(self.scratch, "smt", "**", "*.?pp"), recursive=True)
        texts = {os.path.relpath(f, self.scratch): open(f, encoding="utf-8").read() for f in files}
        while headers:
            wanted = f'#include "{headers.pop()}"'
            for path, text in texts.items():
                if wanted not in text or path in found:
                    continue
                found.add(path)
                if path.endswith(".hpp"):
                    headers.append(path)
                else:
                    sources.add(path[len("smt/"):])
        return sorted(sources)

    def compile(self, name):
        target = os.path.join(self.scratch, name.replace("/", "_") + ".o")
        command = [*self.compiler, "-std=c++20", "-O1", "-I" + self.scratch, "-I" + self.source, "-c",
                   os.path.join(self.scratch, "smt", name), "-o", target]
        subprocess.run(command, check=True)
        return target

    # The output of the tests if they fail, none if they pass.
    def failure(self, objects):
        program = os.path.join(self.scratch, "tests")
        layers = [os.path.join(self.build, f"libcounterpoint_{layer}.a") for layer in ("smt", "verify", "core")]
        libraries = ["z3", "cvc5", "fmt", "xxhash", "gtest_main", "gtest", "rapidcheck", "pthread"]
        subprocess.run([*self.compiler, "-o", program, *self.tests, *objects, *layers,
                        *("-l" + library for library in libraries)], check=True)
        done = subprocess.run([program, "--gtest_fail_fast", "--gtest_brief=1"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", timeout=1800)
        return done.stdout if done.returncode != 0 else None

    def breaks(self, name, before, after):
        path = os.path.join(self.scratch, "smt", name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if text.count(before) != 1:
            sys.exit(f"smt/{name} says {text.count(before)} times, not once: {before}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace(before, after))
        try:
            return self.failure([self.compile(source) for source in self.seen_by(name)])
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)


def main():
    source, build = (os.path.abspath(a) for a in sys.argv[1:3])
    compiler = sys.argv[3] if len(sys.argv) > 3 else "c++"
    chosen = [e for e in EDITS if e[3] in sys.argv[4:] or len(sys.argv) <= 4]
    missed = []
    with tempfile.TemporaryDirectory() as scratch:
        workshop = Workshop(source, build, compiler, scratch)
        if (output := workshop.failure([])) is not None:
            sys.exit("the tests fail before anything is broken\n" + output)
        for name, before, after, what in chosen:
            output = workshop.breaks(name, before, after)
            first = next((line for line in (output or "").splitlines() if "Failure" in line or "what()" in line), "")
            print(f"{'noticed' if output is not None else 'MISSED '} {what} {first}", flush=True)
            if output is None:
                missed.append(what)
    print(f"{len(chosen)} edits, {len(missed)} missed")
    sys.exit(1 if missed or not chosen else 0)


if __name__ == "__main__":
    main()
