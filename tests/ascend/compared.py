# The tables of docs/ascend.md that compare schemes, made of what `counterpoint reproduce` writes.
# SPDX-License-Identifier: Apache-2.0
"""usage: compared.py SOURCE COUNTERPOINT [--write]

Compares the tables in the page with those that the command makes now; --write puts them there. tests/reproduction.py
does the same with the results that it has.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

BEGIN = "<!-- compared: written by tests/ascend/compared.py -->\n"
END = "<!-- end of compared -->\n"


def lines(rows):
    rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "".join("| " + " | ".join(r) + " |\n" for r in rows)


def summary(folder):
    with open(folder / "ascend.csv", encoding="utf-8") as file:
        return lines(list(csv.reader(file)))


# What a cell of the second table says: the time against the dependencies alone, or why there is none.
def word(row):
    return row["relative"] or row["verdict"].split()[0]


def matrix(folder):
    schemes, programs = [], {}
    for name in ("ascend-programs", "ascend-kernels"):
        with open(folder / f"{name}.csv", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                scheme = (row["core"], row["scheme"])
                if not row["core"] or row["scheme"] == "counters per engine":
                    continue
                if scheme not in schemes:
                    schemes.append(scheme)
                programs.setdefault(row["program"], {})[scheme] = word(row)
    head = ["program", *(f"{core} {scheme}" for core, scheme in schemes)]
    return lines([head, *([f"`{p}`", *(cells[s] for s in schemes)] for p, cells in programs.items())])


def settle(root, folder, write):
    """Whether the page shows the tables of that folder of results; writes them there if asked."""
    page = pathlib.Path(root) / "docs/ascend.md"
    folder = pathlib.Path(folder)
    made = summary(folder) + "\n" + matrix(folder)
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
