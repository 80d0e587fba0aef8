#!/usr/bin/env python3
# Measures growth over three decades: a table of rates by size, and the exponent with which time and memory grow.
# SPDX-License-Identifier: Apache-2.0
#
# scale.py BUILD [--smoke] [--most N]: sizes 10^4 to 10^7 instructions, as many dependencies, 8 engines.
# Times are processor time, the least of three runs up to 10^6 and one run above, so that other work on the machine
# shows as little as it can. Memory is the maximum resident set of `counterpoint alloc` from file to file. The exponent
# is the slope of the least-squares line through (log size, log cost): 1 is linear. --smoke looks at two small sizes
# and fails if a figure is missing or an exponent is above 1.5, which noise does not reach and a quadratic pass does.
import argparse
import json
import math
import os
import platform
import subprocess
import sys
import tempfile

# Phase of bench_phases: (what it is called, counter, unit, scale, least of issue A's targets or None)
PHASES = {
    "read": ("parse", "bytes_per_second", "MB/s", 1e-6, 40),
    "classify_and_allocate": ("classify + allocate per-loop", "items_per_second", "million instructions/s", 1e-6, 2),
    "print_program": ("print program", "bytes_per_second", "MB/s", 1e-6, 100),
    "print_implementation": ("print implementation", "bytes_per_second", "MB/s", 1e-6, 100),
    "run_large": ("run implementation, round-robin", "items_per_second", "million issues/s", 1e-6, 20),
}
MOST_BYTES = 400


def exponent(points):
    """Slope of log cost over log size, nothing for fewer than two points."""
    if len(points) < 2:
        return None
    xs, ys = [math.log(n) for n, _ in points], [math.log(cost) for _, cost in points]
    mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
    return sum((x - mx) * (y - my) for x, y in zip(xs, ys)) / sum((x - mx) ** 2 for x in xs)


def measured_phases(build, sizes):
    """{phase: {size: (seconds, rate)}}: the best of the repetitions."""
    best = {phase: {} for phase in PHASES}
    for size in sizes:
        repetitions = 3 if size <= 1_000_000 else 1
        command = [os.path.join(build, "bench", "bench_phases"), f"--benchmark_filter=^({'|'.join(PHASES)})/{size}$",
                   f"--benchmark_repetitions={repetitions}", "--benchmark_format=json"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        for run in json.loads(done.stdout)["benchmarks"]:
            if run["run_type"] != "iteration":
                continue
            phase = run["name"].split("/")[0]
            seconds = run["cpu_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[run["time_unit"]]
            rate = run[PHASES[phase][1]] * PHASES[phase][3]
            if size not in best[phase] or rate > best[phase][size][1]:
                best[phase][size] = (seconds, rate)
    return best


def resident_bytes(build, size, folder):
    """Maximum resident set and processor seconds of `alloc` from file to file."""
    source, target = os.path.join(folder, "program.cp"), os.path.join(folder, "implementation.cp")
    with open(source, "wb") as file:
        subprocess.run([os.path.join(build, "bench", "bench_program"), str(size)], stdout=file, check=True)
    with open(os.devnull, "wb") as nothing:
        child = subprocess.Popen([os.path.join(build, "counterpoint"), "alloc", source, "--scheme", "per-loop",
                                  "-o", target], stdout=nothing, stderr=nothing)
        _, status, usage = os.wait4(child.pid, 0)
    if status != 0 or not os.path.getsize(target):
        sys.exit(f"counterpoint alloc failed on {size} instructions")
    return usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime


def row(name, cells, growth, target):
    cells = [name, *cells, "-" if growth is None else f"{growth:.2f}", target]
    print("| " + " | ".join(cells) + " |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build")
    parser.add_argument("--smoke", action="store_true")
    parser.add_argument("--most", type=int, default=10_000_000, help="largest size")
    options = parser.parse_args()
    sizes = [1000, 10_000] if options.smoke else [n for n in (10**4, 10**5, 10**6, 10**7) if n <= options.most]

    load = os.getloadavg()[0]
    print(f"{platform.machine()}, {os.cpu_count()} processors, load {load:.1f}; rates of processor time\n")
    print("| phase | " + " | ".join(f"{n:,}" for n in sizes) + " | exponent | target |")
    print("|---" * (len(sizes) + 3) + "|")
    growths = []
    best = measured_phases(options.build, sizes)
    for phase, (name, _, unit, _, target) in PHASES.items():
        if set(best[phase]) != set(sizes):
            sys.exit(f"{name}: no figure for some sizes")
        growths.append(exponent([(n, best[phase][n][0]) for n in sizes]))
        rates = [f"{best[phase][n][1]:.1f}" for n in sizes]
        row(f"{name}, {unit}", rates, growths[-1], f">= {target}")
    with tempfile.TemporaryDirectory() as folder:
        files = {n: resident_bytes(options.build, n, folder) for n in sizes}
    growths.append(exponent([(n, files[n][1]) for n in sizes]))
    rates = [f"{n / files[n][1] / 1e6:.2f}" for n in sizes]
    row("`alloc` from file to file, million instructions/s", rates, growths[-1], "")
    # The program itself takes some megabytes: a small size says nothing of the growth.
    growths.append(exponent([(n, files[n][0]) for n in sizes if n >= 100_000]))
    row("`alloc` from file to file, resident bytes/instruction", [f"{files[n][0] / n:.0f}" for n in sizes], growths[-1],
        f"<= {MOST_BYTES}")
    if options.smoke and any(g is not None and g > 1.5 for g in growths):
        sys.exit("some cost grows faster than the program")


if __name__ == "__main__":
    main()
