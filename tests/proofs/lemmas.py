#!/usr/bin/env python3
# Proves the general lemmas of proofs-notes/lemmas in both solvers, and shows that each can fail.
# SPDX-License-Identifier: Apache-2.0
#
# lemmas.py lemmas|faults|can-fail ROOT
#
# What. A lemma is a file: what it is, the statement in mathematics, hypotheses, the negated goal named `goal`,
# check-sat.
#   lemmas    both solvers must say unsat; and sat once the goal is left out, for hypotheses that contradict each other
#             prove everything. Files and notes must name each other: every file is named in proofs-notes/*.md, every
#             file, theorem and checker named there exists, and no numbered lemma is silent about what checks it.
#   faults    each file lists faults, `; fault: OLD => NEW`: with OLD replaced everywhere, both must say sat. A fault
#             that is proved all the same shows a hypothesis that is not needed, or a statement that says too little.
#   can-fail  what the two above must complain about: broken lemmas, and solvers that are missing, slow or wrong.
# Why an answer must be the whole output. Z3 reports an assertion that it cannot read and goes on without it; then its
# last line answers another question.
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "house"))
import house  # noqa: E402

SOLVERS = {"z3": ["z3", "-smt2"], "cvc5": ["cvc5", "--lang=smt2"]}
SECONDS = 60
FOLDER = "proofs-notes/lemmas"
FAULT = re.compile(r"^; fault: (.+?) => (.+)$", re.MULTILINE)
STATUS = "(set-info :status unsat)"
LOGIC = re.compile(r"^\(set-logic QF_(LIA|NIA)\)$", re.MULTILINE)
NAMED_FILE = re.compile(r"`(?:lemmas/)?([A-Za-z0-9_-]+)\.smt2`")
NAMED_THEOREM = re.compile(r"`([A-Za-z]+\.v):([A-Za-z0-9_']+)`")
NAMED_TEST = re.compile(r"`([a-z0-9_]+)`\s+of\s+`(tests/[A-Za-z0-9_/]+_test\.cpp)`")
NUMBERED = re.compile(r"^\*\*Lemma ([0-9A-Z.]+)")


def without_comments(text):
    return "".join(line for line in text.splitlines(True) if not line.startswith(";"))


def without_goal(body):
    """The commands but the last assertion, which is the negated goal; None if there is no such assertion."""
    start = body.rfind("(assert (! (not")
    last = body.rfind("(assert ")
    if start < 0 or start != last or body.count(":named") != 1 or not body.endswith(" :named goal))\n(check-sat)\n"):
        return None
    return body[:start] + "(check-sat)\n"


def about_shape(path, text):
    """What is wrong with a file before anybody asks a solver."""
    name = path.rsplit("/", 1)[-1].removesuffix(".smt2")
    lines = text.splitlines()
    wrong = []
    if not lines or not lines[0].startswith(f"; {name}: ") or not lines[0].endswith("."):
        wrong.append(f"{path}:1: the first line is '; {name}: what the lemma says.'")
    if lines[1:3] != ["; SPDX-License-Identifier: Apache-2.0", ";"] or not re.match(r"; \S", "".join(lines[3:4])):
        wrong.append(f"{path}:2: after the licence comes the statement in mathematics, as a comment")
    if STATUS not in lines or len(LOGIC.findall(text)) != 1:
        wrong.append(f"{path}: one logic, QF_LIA or QF_NIA, and the status unsat")
    if without_goal(without_comments(text)) is None:
        wrong.append(f"{path}: the last assertion is the negated goal, (assert (! (not ...) :named goal))")
    if not text.isascii() or any(len(line) > 120 for line in lines):
        wrong.append(f"{path}: lines are ASCII and at most 120 columns")
    return wrong


def answer(solver, script, seconds):
    """What the solver prints for the script; or what went wrong, in words that no solver answers."""
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(script)
        file.flush()
        try:
            done = subprocess.run(solver + [file.name], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"no answer in {seconds} s"
        except OSError as error:
            return f"not to be run: {error.strerror}"
    text = done.stdout.strip()
    return text if done.returncode == 0 else f"exit {done.returncode}, {text}"


def asked(questions, solvers, seconds):
    """Questions are (path, about what, script, expected answer); a complaint for each that is not answered so."""
    def one(job):
        (path, what, script, expected), (name, command) = job
        told = answer(command, script, seconds)
        return [] if told == expected else [f"{path}: {what}: {name} must say {expected}, it says: {told}"]
    jobs = [(question, solver) for question in questions for solver in solvers.items()]
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as pool:
        return [complaint for complaints in pool.map(one, jobs) for complaint in complaints]


def about_notes(root, names):
    """Lemma files and the notes name each other; every checker named exists; no numbered lemma is silent."""
    wrong = []
    named = set()
    for path in house.files(root, (".md",)):
        if not re.fullmatch(r"proofs-notes/[^/]+\.md", path):
            continue
        text = house.text_of(root, path)
        for name in NAMED_FILE.findall(text):
            named.add(name)
            if name not in names:
                wrong.append(f"{path}: there is no lemma {name}.smt2")
        for file, theorem in NAMED_THEOREM.findall(text):
            source = os.path.join("proofs-notes/rocq", file)
            known = os.path.exists(os.path.join(root, source)) and re.search(
                rf"^\s*(Theorem|Lemma|Corollary) {re.escape(theorem)}\b", house.text_of(root, source), re.MULTILINE)
            if not known:
                wrong.append(f"{path}: there is no theorem {theorem} in {source}")
        for test, file in NAMED_TEST.findall(text):
            known = os.path.exists(os.path.join(root, file)) and re.search(
                rf"^TEST(_F|_P)?\(\w+, {test}\)", house.text_of(root, file), re.MULTILINE)
            if not known:
                wrong.append(f"{path}: there is no test {test} in {file}")
        for paragraph in re.split(r"\n\s*\n", text):
            number = NUMBERED.match(paragraph)
            if number and not re.search(r"Checked\s+by|No\s+checker", paragraph):
                wrong.append(f"{path}: lemma {number[1]} says neither 'Checked by' nor 'No checker'")
    return wrong + [f"{FOLDER}/{name}.smt2: no page of proofs-notes names it" for name in sorted(names - named)]


def lemmas_of(root):
    return {p: house.text_of(root, p) for p in house.files(root, (".smt2",)) if p.startswith(FOLDER + "/")}


def check_lemmas(root, solvers, seconds):
    texts = lemmas_of(root)
    wrong = [] if texts else [f"{FOLDER}: no lemma"]
    questions = []
    for path, text in texts.items():
        shape = about_shape(path, text)
        wrong += shape
        if not shape:
            body = without_comments(text)
            questions.append((path, "the lemma", body, "unsat"))
            vacuous = without_goal(body).replace(STATUS, "(set-info :status sat)")
            questions.append((path, "its hypotheses alone", vacuous, "sat"))
    names = {path.rsplit("/", 1)[-1].removesuffix(".smt2") for path in texts}
    return wrong + asked(questions, solvers, seconds) + about_notes(root, names)


def check_faults(root, solvers, seconds):
    wrong = []
    questions = []
    for path, text in lemmas_of(root).items():
        faults = FAULT.findall(text)
        if not faults:
            wrong.append(f"{path}: it lists no fault")
        for old, new in faults:
            body = without_comments(text)
            if old not in body:
                wrong.append(f"{path}: the fault replaces what is not there: {old}")
                continue
            mutilated = body.replace(old, new).replace(STATUS, "(set-info :status sat)")
            questions.append((path, f"with {new} for {old}", mutilated, "sat"))
    return wrong + asked(questions, solvers, seconds)


LEMMA = """; decode: what it says.
; SPDX-License-Identifier: Apache-2.0
;
; q >= N y + K <=> R >= y.
;
; fault: (- N K) => N
(set-logic QF_NIA)
(set-info :status unsat)
(declare-const N Int)
(declare-const K Int)
(declare-const q Int)
(declare-const y Int)
(declare-const R Int)
(assert (<= 1 K N))
(assert (<= 0 q N))
(assert (= R (ite (>= q K) 0 (- 1))))
(assert (! (not (= (>= (+ q (- N K)) (* N (+ y 1))) (>= R y))) :named goal))
(check-sat)
"""
AT = f"{FOLDER}/decode.smt2"
NOTE = "**Lemma 1.1.** It decodes.\nChecked by `decode.smt2`, `Exact.v:exact_value`, `it_adds` of `tests/a_test.cpp`.\n"
GOOD = {
    AT: LEMMA,
    "proofs-notes/argument.md": NOTE,
    "proofs-notes/rocq/Exact.v": "  Theorem exact_value x : x = x.\n",
    "tests/a_test.cpp": "TEST(Sums, it_adds) {\n",
}


def broken_lemmas():
    """(what it shows, word of the complaint, files laid over the good tree)."""
    def text(old, new):
        assert old in LEMMA
        return {AT: LEMMA.replace(old, new)}
    def note(old, new):
        assert old in NOTE
        return {"proofs-notes/argument.md": NOTE.replace(old, new)}
    return [
        ("N for N - K", "z3 must say unsat", text("(- N K)", "N")),
        ("N for N - K, the other solver", "cvc5 must say unsat", text("(- N K)", "N")),
        ("hypotheses that contradict each other", "its hypotheses alone", text("(<= 0 q N)", "(< N q 0)")),
        ("an assertion that cannot be read", "error", text("(<= 0 q N)", "(<= 0 p N)")),
        ("no goal by name", "the negated goal", text(" :named goal", " :named claim")),
        ("an assertion after the goal", "the negated goal", text("(check-sat)", "(assert (= N 0))\n(check-sat)")),
        ("another status", "the status unsat", text("status unsat", "status sat")),
        ("another logic", "one logic", text("QF_NIA", "ALL")),
        ("no statement", "the statement in mathematics", text("; q >= N y + K <=> R >= y.\n", "")),
        ("the name of another", "the first line", text("; decode:", "; encode:")),
        ("no lemma at all", "no lemma", {AT: None}),
        ("a file that no page names", "no page", note("`decode.smt2`, ", "")),
        ("a file that is not there", "there is no lemma", note("decode.smt2", "encode.smt2")),
        ("a theorem that is not there", "there is no theorem", note("exact_value", "exact_values")),
        ("a test that is not there", "there is no test", note("it_adds", "it_subtracts")),
        ("a lemma without a checker", "says neither", note("Checked by", "See")),
    ]


BROKEN_FAULTS = [
    ("no fault", "lists no fault", {AT: LEMMA.replace("; fault: (- N K) => N\n", "")}),
    ("a fault that is proved", "must say sat", {AT: LEMMA.replace("(- N K) => N", "(- N K) => (+ N (- K))")}),
    ("a fault of another file", "not there", {AT: LEMMA.replace("(- N K) => N", "(- N J) => N")}),
]


def fake_solvers(folder):
    """(what it shows, word of the complaint, the command that takes a solver's place)."""
    def script(name, text):
        path = os.path.join(folder, name)
        house.write_tree(folder, {name: "#!/bin/sh\n" + text + "\n"})
        os.chmod(path, 0o755)
        return [path]
    return [
        ("a missing solver", "not to be run", [os.path.join(folder, "gone")]),
        ("a slow solver", "no answer in", script("slow", "exec sleep 20")),
        ("a solver that gives up", "it says: unknown", script("unsure", "echo unknown")),
        ("a solver that proves everything", "must say sat", script("yes", "echo unsat")),
        ("a solver that answers and fails", "exit 3", script("fails", "echo unsat; exit 3")),
        ("a silent solver", "must say unsat", script("silent", ":")),
    ]


def can_fail():
    def lemmas(root):
        return check_lemmas(root, SOLVERS, SECONDS)
    def faults(root):
        return check_faults(root, SOLVERS, SECONDS)
    wrong = house.show_that_it_can_fail(lemmas, GOOD, broken_lemmas())
    wrong += house.show_that_it_can_fail(faults, GOOD, BROKEN_FAULTS)
    with tempfile.TemporaryDirectory() as folder:
        for name, word, command in fake_solvers(folder):
            def with_fake(root):
                return check_lemmas(root, {**SOLVERS, "cvc5": command}, 2)
            complaints = house.complaints_about(with_fake, GOOD)
            if not any(word in c for c in complaints):
                wrong.append(f"{name}: no complaint with '{word}', only {complaints}")
    return wrong


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("lemmas", "faults", "can-fail"):
        sys.exit(f"usage: {sys.argv[0]} lemmas|faults|can-fail ROOT")
    mode, root = sys.argv[1:]
    if mode == "can-fail":
        wrong = can_fail()
    else:
        wrong = (check_lemmas if mode == "lemmas" else check_faults)(root, SOLVERS, SECONDS)
    print("\n".join(wrong) if wrong else f"{mode}: {len(lemmas_of(root))} lemmas, nothing to complain about")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
