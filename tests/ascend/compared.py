# The tables of docs/ascend.md that compare schemes, and what is said of them, made of what `reproduce` writes.
# SPDX-License-Identifier: Apache-2.0
"""usage: compared.py SOURCE COUNTERPOINT [--write]

Compares the part of the page with what the command makes now; --write puts it there. tests/reproduction.py does the
same with the results that it has. A sentence that the tables do not bear out ends in an error, with or without --write.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

import compared_words

BEGIN = "<!-- compared: written by tests/ascend/compared.py -->\n"
END = "<!-- end of compared -->\n"


def lines(rows):
    rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "".join("| " + " | ".join(r) + " |\n" for r in rows)


def read(folder, name):
    with open(folder / f"{name}.csv", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def summary(folder):
    with open(folder / "ascend.csv", encoding="utf-8") as file:
        return lines(list(csv.reader(file)))


# What a cell of the second table says: the time against the dependencies alone, or why there is none.
def word(row):
    return row["relative"] or row["verdict"].split()[0]


def is_by_hand(row):
    return row["scheme"].startswith("by hand")


def matrix(folder):
    schemes, programs = [], {}
    for name in compared_words.GROUPS:
        for row in read(folder, f"ascend-{name}"):
            scheme = (row["core"], row["scheme"])
            if not row["core"] or row["scheme"] == "counters per engine" or is_by_hand(row):
                continue
            if scheme not in schemes:
                schemes.append(scheme)
            shown = f"`{row['program']}`" + (f" {row['case']}" if row["case"] else "")
            programs.setdefault(shown, {})[scheme] = word(row)
    head = ["program", *(f"{core} {scheme}" for core, scheme in schemes)]
    return lines([head, *([p, *(cells[s] for s in schemes)] for p, cells in programs.items())])


def by_hand(folder):
    columns = ["core", "verdict", "fails at", "sets", "waits", "bar", "bar all", "ids", "false", "missing", "relative"]
    rows = [["case", "program", "kernel", *columns]]
    for row in read(folder, "ascend-cases"):
        if is_by_hand(row):
            kernel = row["scheme"].split(": ")[1]
            rows.append([row["case"], f"`{row['program']}`", f"`{kernel}`", *(row[c] for c in columns)])
    return lines(rows)


def settle(root, folder, write):
    """Whether the page shows what that folder of results says; writes it there if asked."""
    page = pathlib.Path(root) / "docs/ascend.md"
    folder = pathlib.Path(folder)
    every = {name: read(folder, f"ascend-{name}") for name in compared_words.GROUPS}
    said = compared_words.words(read(folder, "ascend"), every)
    made = "\n".join([summary(folder), matrix(folder), by_hand(folder), said])
    text = page.read_text(encoding="utf-8")
    begin, end = text.find(BEGIN), text.find(END)
    if begin < 0 or end < begin:
        sys.exit(f"docs/ascend.md has no place for the tables: {BEGIN!r} ... {END!r}")
    begin += len(BEGIN)
    if write:
        page.write_text(text[:begin] + made + text[end:], encoding="utf-8")
    return write or text[begin:end] == made


def main():
    root, command = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([command, "reproduce", "--sizes", "small", "-q", "-o", folder], check=True,
                       stdout=subprocess.DEVNULL)
        if settle(root, folder, "--write" in sys.argv[3:]):
            return 0
    print("docs/ascend.md does not show what is made now; compared.py SOURCE COUNTERPOINT --write puts it there")
    return 1


if __name__ == "__main__":
    sys.exit(main())
