# What the house tests share: walking a source tree, and showing that each rule can fail.
# SPDX-License-Identifier: Apache-2.0
#
# A house test is a script with `check(root)`, which returns complaints ("path:line: what"), and `SAMPLES`, broken
# trees as {path: text} with a word that the complaint must hold, beside one good tree. `script ROOT` checks a tree;
# `script --can-fail` checks that the good tree passes and that each broken one is complained about.
import os
import sys
import tempfile

IGNORED = {".git", "__pycache__", ".cache", ".vscode", ".idea"}
SOURCE_SUFFIXES = (".cpp", ".hpp", ".def", ".py", ".sh", ".cmake", ".in", ".cp", ".test", ".check")
LAYERS = ["core", "verify", "smt", "targets", "report", "cli"]


def files(root, suffixes=None):
    """Paths below root, relative, with /, sorted; build folders and ignored files left out."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in IGNORED and not (folder == root and f.startswith("build")))
        for name in names:
            if suffixes is None or name.endswith(tuple(suffixes)):
                found.append(os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/"))
    return sorted(found)


def text_of(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def lines_of(root, path):
    return text_of(root, path).splitlines()


def write_tree(root, tree):
    for path, text in tree.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)


def complaints_about(check, tree):
    with tempfile.TemporaryDirectory() as root:
        write_tree(root, tree)
        return check(root)


def show_that_it_can_fail(check, good, broken):
    """`broken`: (what it shows, word of the complaint, files laid over the good tree)."""
    wrong = [f"the good tree: {c}" for c in complaints_about(check, good)]
    for name, word, overlay in broken:
        tree = {path: text for path, text in {**good, **overlay}.items() if text is not None}
        complaints = complaints_about(check, tree)
        if not any(word in c for c in complaints):
            wrong.append(f"{name}: no complaint with '{word}', only {complaints}")
    return wrong


def main(check, good, broken):
    if sys.argv[1:] == ["--can-fail"]:
        wrong = show_that_it_can_fail(check, good, broken)
        good_news = f"{len(broken)} broken trees found out"
    elif len(sys.argv) == 2:
        wrong = check(sys.argv[1])
        good_news = "nothing to complain about"
    else:
        sys.exit(f"usage: {sys.argv[0]} ROOT | --can-fail")
    print("\n".join(wrong) if wrong else good_news)
    sys.exit(1 if wrong else 0)
