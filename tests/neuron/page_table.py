# Tables that a script makes and a page shows, between two comments.
# SPDX-License-Identifier: Apache-2.0
"""The page is docs/neuron.md. `NAME.py SOURCE COUNTERPOINT` compares what stands there with what is made now, and
`--write` puts it there.
"""
import os
import sys


def settle(source, name, made):
    """Compares, or with --write writes, what stands in the page between the comments of tests/neuron/NAME.py. Returns
    whether the page is as it should be."""
    begin_mark = f"<!-- {name}: written by tests/neuron/{name}.py -->\n"
    end_mark = f"<!-- end of {name} -->\n"
    page = os.path.join(source, "docs/neuron.md")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    begin, end = text.find(begin_mark), text.find(end_mark)
    if begin < 0 or end < begin:
        sys.exit(f"docs/neuron.md has no place for the table: {begin_mark!r} ... {end_mark!r}")
    begin += len(begin_mark)
    if "--write" in sys.argv:
        with open(page, "w", encoding="utf-8") as file:
            file.write(text[:begin] + made + text[end:])
        return True
    if text[begin:end] != made:
        print(f"docs/neuron.md does not show this; {name}.py --write puts it there:\n{made}")
        return False
    return True


def lines(rows):
    """The rows of a table, the first its head, as lines of a page."""
    rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    return "".join("| " + " | ".join(r) + " |\n" for r in rows)
