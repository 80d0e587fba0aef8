#!/usr/bin/env python3
# The whole evaluation: within five minutes, the tables that are checked in, and the figures that its page tells.
# SPDX-License-Identifier: Apache-2.0
#
# reproduction.py COMMAND ROOT [--update]
import csv
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent / "ascend"))
import compared  # noqa: E402

command, root = sys.argv[1], pathlib.Path(sys.argv[2])
expected = root / "tests/text/reproduce/inputs/all"
complaints = []
with tempfile.TemporaryDirectory() as folder:
    start = time.monotonic()
    subprocess.run([command, "reproduce", "--quiet", "-o", folder], check=True, stdout=subprocess.DEVNULL)
    if time.monotonic() - start > 300:
        complaints.append("it takes more than five minutes")
    for path in sorted(expected.glob("*.csv")):
        made = pathlib.Path(folder) / path.name
        if "--update" in sys.argv[3:]:
            shutil.copy(made, path)
        elif made.read_text() != path.read_text():
            complaints.append(f"{path.name} is not what is checked in; --update writes it again")
    if not compared.settle(root, folder, "--update" in sys.argv[3:]):
        complaints.append("docs/ascend.md does not show the tables made; --update writes them")
    published = list(csv.DictReader((pathlib.Path(folder) / "published.csv").open()))

# The table of the page: published and ours of each row, "." for "0.".
page = (root / "docs/reproduction.md").read_text()
for row in published:
    figures = [row[c] for c in ("free", "per-loop", "manual", "bound", "unrolled", "unrolled here")]
    short = [f"{float(f):.2f}"[1:] if i % 2 == 0 else f[1:] for i, f in enumerate(figures) if f]
    line = f"| {row['row']} | {row['kernel']} | " + " | ".join(short + ["-"] * (6 - len(short))) + " |"
    if line not in page:
        complaints.append(f"docs/reproduction.md lacks: {line}")
print("\n".join(complaints) or "as checked in")
sys.exit(1 if complaints else 0)
