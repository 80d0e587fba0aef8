#!/usr/bin/env python3
# Follows the recipes of docs/adding.md word for word in a copy of the tree, and runs what they say to run.
# SPDX-License-Identifier: Apache-2.0
#
# A recipe is a section `## N. A THING`. Its blocks:
#   ```cpp file=PATH                 a new file
#   ```cpp file=PATH append          lines added to the end of a file
#   ```cpp file=PATH before=TEXT     lines added before the only line that holds TEXT
#   ```recipe                        commands and what they print, as in a console block (tests/house/console.py)
# Only the sources that the recipe touches are compiled again (where sources are compiled in batches, their batches),
# with the commands of the build at hand, and linked with its objects in place of the old ones: seconds instead of
# minutes. A table is compiled by the sources that include it. That is sound since an entry is added behind the others,
# so that no number that other objects know changes.
#
# recipes.py SOURCE BUILD | --can-fail
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import console
import house

SECTION = re.compile(r"^## (\d+\. .*?)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^( *)```(\w+)([^\n]*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


class RecipeError(Exception):
    pass


def recipes(text):
    """[(title, [(path, how, lines)], [(command, shown)])]"""
    found = []
    for title, body in SECTION.findall(text):
        edits, steps = [], []
        for indent, language, info, block in BLOCK.findall(body):
            block = "".join(line[len(indent):] if line.startswith(indent) else line.lstrip(" ")
                            for line in block.splitlines(keepends=True))
            if language == "recipe":
                steps += console.parse(block)
            elif "file=" in info:
                path, _, how = info.strip().removeprefix("file=").partition(" ")
                edits.append((path, how.strip(), block))
        if bool(edits) != bool(steps):
            raise RecipeError(f"{title}: a recipe that shows edits says what to run, and the other way round")
        if edits:
            found.append((title, edits, steps))
    return found


def apply(root, path, how, block):
    full = os.path.join(root, path)
    if not how:
        if os.path.exists(full):
            raise RecipeError(f"{path} exists already")
        house.write_tree(root, {path: block})
        return
    with open(full, encoding="utf-8") as file:
        text = file.read()
    if how == "append":
        text += block
    elif how.startswith("before="):
        anchor = how.removeprefix("before=")
        at = [m.start() for m in re.finditer(re.escape(anchor), text)]
        if len(at) != 1:
            raise RecipeError(f"{path} holds '{anchor}' {len(at)} times, not once")
        start = text.rfind("\n", 0, at[0]) + 1
        text = text[:start] + block + text[start:]
    else:
        raise RecipeError(f"{path}: unknown way to edit: {how}")
    with open(full, "w", encoding="utf-8") as file:
        file.write(text)


def sources_to_compile(root, edits):
    """The .cpp files touched, and those that include a touched table."""
    touched = [path for path, _, _ in edits if path.endswith((".cpp", ".hpp", ".def"))]
    found = {path for path in touched if path.endswith(".cpp")}
    for table in (path for path in touched if path.endswith(".def")):
        found |= {path for path in house.files(root, (".cpp",))
                  if f'#include "{table}"' in house.text_of(root, path) and not path.startswith("tests/")}
    return sorted(found)


def commands_of(build, target):
    done = subprocess.run(["ninja", "-C", build, "-t", "commands", target], capture_output=True, text=True, check=True)
    return [line for line in done.stdout.splitlines() if " -o " in line]


# The text of each file that CMake made of several sources, by its path. A batch is compiled again as a whole: its
# object holds what the others of it define.
def batches_of(commands):
    found = {}
    for path in {word for c in commands for word in re.findall(r" -c (\S+/Unity/unity_\w+\.cxx)", c)}:
        with open(path, encoding="utf-8") as file:
            found[path] = file.read()
    return found


def parts_to_compile(root, source, build, paths, batches):
    """[(what is compiled, files of which the first that is part of the build says how)]; batches are written anew."""
    parts = []
    for path in paths:
        batch = next((b for b, text in batches.items() if f'#include "{source}/{path}"' in text), None)
        if batch is None:
            beside = [p for p in house.files(source, (".cpp",)) if os.path.dirname(p) == os.path.dirname(path)]
            likes = [f"{source}/{p}" for p in [path] + beside]
            parts.append((f"{root}/{path}", likes + [b for p in likes for b, text in batches.items() if p in text]))
            continue
        copy = os.path.join(root, os.path.basename(os.path.dirname(os.path.dirname(batch))) + os.path.basename(batch))
        with open(copy, "w", encoding="utf-8") as file:
            # What the build wrote is nowhere else.
            file.write(re.sub(rf'#include "{re.escape(source)}/(?!{re.escape(os.path.relpath(build, source))}/)',
                              f'#include "{root}/', batches[batch]))
        if (copy, [batch]) not in parts:
            parts.append((copy, [batch]))
    return parts


def compiled(root, source, build, part, likes, commands, object_file):
    """Compiles `part` as the build compiles the first of `likes` that is part of it."""
    found = next(((like, c) for like in likes for c in commands if f" -c {like}" in c), None)
    if found is None:
        raise RecipeError(f"{part}: nothing beside it is part of the build")
    like, command = found
    words = [part if w == like else f"-I{root}" if w == f"-I{source}" else w for w in shlex.split(command)]
    words[words.index("-o") + 1] = object_file
    for option in ("-MD", "-MT", "-MF"):
        if option in words:
            at = words.index(option)
            del words[at:at + (1 if option == "-MD" else 2)]
    run(words, build, part.removeprefix(root + "/"))


def run(words, folder, what):
    done = subprocess.run(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise RecipeError(f"{what}: does not build:\n{done.stdout[-3000:]}")


def follow(source, build, recipe):
    """What is wrong with the recipe: a list of complaints."""
    title, edits, steps = recipe
    source, build = os.path.realpath(source), os.path.realpath(build)
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.join(os.path.realpath(folder), "tree")
        ignore = shutil.ignore_patterns(".git", "build", "build-*", "__pycache__")
        shutil.copytree(source, root, ignore=ignore)
        for path, how, block in edits:
            apply(root, path, how, block)
        commands = commands_of(build, "counterpoint")
        objects = []
        for part, likes in parts_to_compile(
                root, source, build, sources_to_compile(root, edits), batches_of(commands)):
            objects.append(os.path.join(folder, f"{len(objects)}.o"))
            compiled(root, source, build, part, likes, commands, objects[-1])
        # ": && c++ FLAGS main.o -o counterpoint LIBRARIES && :"
        link = shlex.split(commands[-1])
        link = [w for w in link if w not in (":", "&&")]
        at = link.index("-o")
        command = os.path.join(folder, "bin", "counterpoint")
        os.mkdir(os.path.dirname(command))
        run(link[:at] + objects + ["-o", command] + link[at + 2:], build, title)
        real = console.run_session(root, command, [c for c, _ in steps])
        complaints = [] if len(real) == len(steps) else [f"{title}: only {len(real)} of {len(steps)} commands ran"]
        for (c, shown), output in zip(steps, real):
            if not console.matches(shown, output):
                complaints.append("\n".join([f"{title}: $ {c}", "  shown:", *("    " + s for s in shown),
                                             "  real:", *("    " + o for o in output)]))
        return complaints


def check(source, build, text=None):
    try:
        found = recipes(text or house.text_of(source, "docs/adding.md"))
        if not found:
            return ["docs/adding.md: there is no recipe"]
        return [c for recipe in found for c in follow(source, build, recipe)]
    except RecipeError as error:
        return [f"docs/adding.md: {error}"]


def show_that_it_can_fail(source, build):
    text = house.text_of(source, "docs/adding.md")
    block = next(b for b in BLOCK.findall(text) if b[1] == "recipe")[3]
    one = recipes(text)[0]
    first_path = one[1][0][0]
    cases = [
        ("another output", text.replace(block, block.replace("$ ", "$ echo more; ", 1)), "shown"),
        ("a file that exists", text.replace(f"file={first_path}", "file=core/text/text.hpp"), "exists already"),
        ("code that does not compile", text.replace("```cpp file=" + first_path + "\n",
                                                    "```cpp file=" + first_path + "\n   nonsense\n"), "does not build"),
        ("a missing anchor", "## 1. A\n```cpp file=README.md before=no such line\nx\n```\n```recipe\n$ true\n```\n",
         "0 times"),
        ("nothing to run", "## 1. A\n```cpp file=x.hpp\nx\n```\n", "says what to run"),
        ("no recipe", "# Adding\n", "there is no recipe"),
    ]
    wrong = []
    for name, changed, word in cases:
        complaints = check(source, build, changed)
        if not any(word in c for c in complaints):
            wrong.append(f"{name}: no complaint with '{word}', only {complaints}")
    return wrong, f"{len(cases)} wrong recipes found out"


def main():
    if sys.argv[1] == "--can-fail":
        wrong, good_news = show_that_it_can_fail(*sys.argv[2:4])
    else:
        wrong, good_news = check(*sys.argv[1:3]), "the recipes do what they say"
    print("\n".join(wrong) if wrong else good_news)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
