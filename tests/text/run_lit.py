#!/usr/bin/env python3
# Runs one lit suite or a folder of it, and passes only if there is a test and every test passes.
# SPDX-License-Identifier: Apache-2.0
#
# lit alone exits 0 when tests are skipped or unsupported; here that fails, so that a missing tool cannot pass.
import argparse
import json
import os
import subprocess
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lit", required=True, help="path of lit.py")
    parser.add_argument("--tools", required=True, help="folder with FileCheck, not, count, split-file")
    parser.add_argument("--command", required=True, help="the command under test")
    parser.add_argument("--output", required=True, help="folder for scratch files")
    parser.add_argument("--param", action="append", default=[], help="NAME=VALUE, passed on to lit")
    parser.add_argument("folder")
    options = parser.parse_args()

    if not os.path.isfile(options.lit):
        sys.exit(f"{options.lit} is missing: install llvm-14-tools")
    if not os.access(options.command, os.X_OK):
        sys.exit(f"{options.command} is missing: build it first")
    os.makedirs(options.output, exist_ok=True)
    results = os.path.join(options.output, "results.json")
    if os.path.exists(results):
        os.remove(results)
    params = [f"command={options.command}", f"tools={options.tools}", f"output={options.output}"] + options.param
    command = [sys.executable, options.lit, "-sv", "--workers", "2", "--output", results]
    for param in params:
        command += ["--param", param]
    status = subprocess.run(command + [options.folder], stdin=subprocess.DEVNULL).returncode
    if status != 0:
        sys.exit(status)
    with open(results, encoding="utf-8") as file:
        tests = json.load(file)["tests"]
    others = [f"{t['code']}: {t['name']}" for t in tests if t["code"] != "PASS"]
    if others or not tests:
        sys.exit("\n".join(["every test must run and pass:"] + (others or ["there is no test"])))


if __name__ == "__main__":
    main()
