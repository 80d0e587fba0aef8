#!/usr/bin/env python3
# Breaks the prover's encoding, one edit at a time; fails if the tests of smt/ do not notice one of them.
# SPDX-License-Identifier: Apache-2.0
#
# broken_prover.py SOURCE BUILD [COMPILER] [NAME...]
#
# A prover whose encoding is wrong proves everything, and looks well doing so. Each line below takes away a ghost's
# update, shifts a fact by one, adds a hypothesis that is false, takes the current iteration for the one before, or
# leaves out one of the parts of a formula; broken_code.py says how it is applied. The tests of smt/certify must fail.
# Costs about half a minute for each edit.
import broken_code

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


if __name__ == "__main__":
    broken_code.main(EDITS, folder="smt", tests="smt_tests.dir/smt/certify", layers=("smt", "verify", "core"),
                     libraries=("z3", "cvc5"))
