#!/usr/bin/env python3
# Measures exploration and closed clocks beside SPIN on the same pairs, in one run: a table, and a plot.
# SPDX-License-Identifier: Apache-2.0
#
# peers.py BUILD [-o FOLDER] [--most STATES] [--give-up SECONDS] [--smoke]: a family of pairs that grows with the trips.
# SPIN's model is `counterpoint convert --to promela`; it is compiled with -O2 -DSAFETY -DNOREDUCE, depth first and
# breadth first, with a hash table sized to the model, and the better of both counts. Both must reach the same number
# of states, or the script fails. Times are processor time of the whole process, start and parsing included; memory is
# its maximum resident set. With --give-up, SPIN also gets so many seconds for a pair that closed clocks decide at once.
# Needs spin and cc; gnuplot for the plot.
import argparse
import math
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile

PROGRAM = """program family
engine a b c d
loop l trips dynamic {{
  a: x  after y@l-{k}
  b: y  after x, z@l-{k}
  c: z  after y, w@l-{k}
  d: w  after z
  a: x2 after y@l-1
}}
"""


class Failed(Exception):
    """A process that did not end well."""


def measured(command, cwd, seconds=None):
    """(processor seconds, resident bytes, output) of a command; seconds: where it is stopped, then (None, _, _)."""
    with open(os.path.join(cwd, "out"), "w+", encoding="utf-8") as out:
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))

        child = subprocess.Popen(command, cwd=cwd, stdout=out, stderr=subprocess.STDOUT,
                                 preexec_fn=limit if seconds else None)
        _, status, usage = os.wait4(child.pid, 0)
        out.seek(0)
        text = out.read()
    used = usage.ru_utime + usage.ru_stime
    if seconds is not None and os.WIFSIGNALED(status):
        return None, usage.ru_maxrss * 1024, text
    if status != 0:
        raise Failed(f"{' '.join(command)} failed:\n{text}")
    return used, usage.ru_maxrss * 1024, text


def fact(text, key):
    return int(re.search(rf" {key}=(\d+)", text).group(1))


class Peers:
    """One pair of the family, asked of both sides."""

    def __init__(self, build, folder, distance):
        self.command = os.path.join(os.path.abspath(build), "counterpoint")
        self.folder = folder
        with open(os.path.join(folder, "program.cp"), "w", encoding="utf-8") as file:
            file.write(PROGRAM.format(k=distance))
        measured([self.command, "alloc", "program.cp", "-q", "-o", "implementation.cp"], folder)

    def ask(self, trips, by, *options):
        return measured([self.command, "check", "program.cp", "implementation.cp", "--by", by, "--trips", f"l={trips}",
                         "--exact", *options], self.folder)

    def spin(self, trips, states, depth, seconds=None):
        """{"DFS": (seconds, bytes, states), "BFS": ...}"""
        measured([self.command, "convert", "program.cp", "implementation.cp", "--to", "promela",
                  "--trips", f"l={trips}", "-o", "model.pml"], self.folder)
        measured(["spin", "-a", "model.pml"], self.folder)
        found = {}
        for name, flags in (("DFS", []), ("BFS", ["-DBFS"])):
            measured(["cc", "-O2", "-w", "-DSAFETY", "-DNOREDUCE", *flags, "-o", "pan", "pan.c"], self.folder)
            bits = max(20, min(30, math.ceil(math.log2(states))))
            used, memory, text = measured(["./pan", f"-m{depth + 100}", f"-w{bits}"], self.folder, seconds)
            if used is None:
                found[name] = (None, memory, None)
                continue
            if "errors: 0" not in text:
                raise Failed(f"SPIN finds an error:\n{text}")
            reached = float(re.search(r"([0-9.e+]+) states, stored", text).group(1))
            found[name] = (used, memory, reached)
        return found


def same(ours, theirs):
    """SPIN prints seven digits of large numbers."""
    return ours == theirs or (ours > 10**6 and abs(ours - theirs) <= ours * 1e-6)


def table(peers, sizes):
    print("| trips | states | explore, s | million states/s | bytes/state | SPIN DFS, s | SPIN BFS, s "
          "| SPIN bytes/state | explore : SPIN |")
    print("|---" * 9 + "|")
    points = []
    for trips in sizes:
        used, memory, text = peers.ask(trips, "explore", "--max-states", "2000000000")
        states = fact(text, "states")
        spin = peers.spin(trips, states, fact(text, "depth"))
        for name, (_, _, reached) in spin.items():
            if not same(states, reached):
                raise Failed(f"{trips} trips: exploration reaches {states} states, SPIN {reached} ({name})")
        best = min(spin, key=lambda name: spin[name][0])
        ratio = spin[best][0] / used
        print(f"| {trips} | {states:,} | {used:.2f} | {states / used / 1e6:.2f} | {memory / states:.0f} "
              f"| {spin['DFS'][0]:.2f} | {spin['BFS'][0]:.2f} | {spin[best][1] / states:.0f} | {ratio:.1f} |",
              flush=True)
        points.append((states, used, spin["DFS"][0], spin["BFS"][0]))
    return points


def plot(points, folder):
    if not shutil.which("gnuplot"):
        print("\nno plot: gnuplot is not installed")
        return
    data = os.path.join(folder, "peers.dat")
    with open(data, "w", encoding="utf-8") as file:
        file.writelines(" ".join(str(x) for x in p) + "\n" for p in points)
    script = f"""set terminal svg size 640,420; set output '{os.path.join(folder, "peers.svg")}'
set logscale xy; set xlabel 'reachable states'; set ylabel 'processor seconds'; set key left top; set grid
plot '{data}' using 1:2 with linespoints title 'counterpoint explore', \\
     '{data}' using 1:3 with linespoints title 'SPIN, depth first', \\
     '{data}' using 1:4 with linespoints title 'SPIN, breadth first'
"""
    subprocess.run(["gnuplot", "-"], input=script, text=True, check=True)
    print(f"\nplot: {os.path.join(folder, 'peers.svg')}")


def beyond(build, folder, seconds):
    """A pair with far more states than SPIN can visit: closed clocks decide it."""
    peers = Peers(build, folder, 100)
    trips = 1000
    used, _, text = peers.ask(trips, "order")
    print(f"\ndistance 100, {trips} trips, {fact(text, 'instances')} instances: closed clocks decide in {used:.2f} s")
    for name, (spent, memory, _) in peers.spin(trips, 2**30, 100_000, seconds).items():
        end = f"not finished after {seconds} s" if spent is None else f"finished after {spent:.0f} s"
        print(f"  SPIN {name}: {end}, {memory / 1e9:.1f} GB")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("-o", "--output", help="folder for the plot; BUILD unless given")
    parser.add_argument("--most", type=int, default=12_000_000, help="about so many states at most")
    parser.add_argument("--give-up", type=int, metavar="SECONDS", help="also show what SPIN cannot finish in that time")
    parser.add_argument("--smoke", action="store_true", help="two small sizes")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; processor time\n")
    with tempfile.TemporaryDirectory() as folder:
        peers = Peers(options.build, folder, 12)
        if options.smoke:
            sizes = [4, 8]
        else:
            # States grow in proportion to the trips once these exceed the distance.
            per_trip = (fact(peers.ask(40, "explore")[2], "states") - fact(peers.ask(30, "explore")[2], "states")) / 10
            sizes = sorted({4, 12, *(round(share * options.most / per_trip) for share in (0.1, 0.3, 1))})
        points = table(peers, sizes)
        if not options.smoke:
            plot(points, options.output or options.build)
        if options.give_up:
            beyond(options.build, folder, options.give_up)


if __name__ == "__main__":
    try:
        main()
    except Failed as failed:
        sys.exit(str(failed))
