#!/usr/bin/env python3
# Every figure is XML with something drawn, the document is JSON, and tables have as many fields in every row.
# SPDX-License-Identifier: Apache-2.0
import csv
import json
import pathlib
import sys
import xml.etree.ElementTree

folder = pathlib.Path(sys.argv[1])
figures = sorted(folder.glob("*.svg"))
assert len(figures) == 35, len(figures)
for path in figures:
    drawn = [e.tag.split("}")[1] for e in xml.etree.ElementTree.parse(path).getroot().iter()]
    assert drawn.count("rect") + drawn.count("polyline") >= 3, (path, drawn)
document = json.loads((folder / "results.json").read_text())
assert document["schema"] == "counterpoint-result/1"
tables = sorted(folder.glob("*.csv"))
assert {p.stem for p in tables} == set(document["tables"])
for path in tables:
    rows = list(csv.reader(path.open()))
    assert len({len(row) for row in rows}) == 1, path
    assert len(set(rows[0])) == len(rows[0]), path
    assert len(rows) - 1 == len(document["tables"][path.stem]["rows"]), path
