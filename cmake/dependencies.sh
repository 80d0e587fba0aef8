#!/usr/bin/env bash
# dependencies.sh [--list] demo|test|develop|proofs: installs the Debian 12 packages that a purpose lacks.
# SPDX-License-Identifier: Apache-2.0
#
# demo: build and run the command. test: all tests as well. develop: sanitizers, formatter, linter, compiler cache and a
# browser too. proofs: Rocq, and what the comparison with the extracted checker is built with; 1 GB more on disk.
# --list prints the packages, with what is missing marked, and changes nothing.
set -euo pipefail

demo=(g++ cmake ninja-build libfmt-dev libexpected-dev nlohmann-json3-dev libcli11-dev libxxhash-dev
      libz3-dev libcvc5-dev)
test=("${demo[@]}" spin libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev llvm-14-tools python3
      python3-jsonschema pkg-config binutils z3 cvc5)
develop=("${test[@]}" clang-19 libclang-rt-19-dev clang-format-19 clang-tidy-19 ccache chromium chromium-driver
         python3-selenium)

proofs=("${test[@]}" coq ocaml-nox ocaml-findlib)

usage() {
  echo "usage: $0 [--list] demo|test|develop|proofs" >&2
  exit 64
}

list=no
if [ "${1:-}" = --list ]; then
  list=yes
  shift
fi
[ $# -eq 1 ] || usage
case $1 in
  demo) packages=("${demo[@]}") ;;
  test) packages=("${test[@]}") ;;
  develop) packages=("${develop[@]}") ;;
  proofs) packages=("${proofs[@]}") ;;
  *) usage ;;
esac

command -v dpkg-query >/dev/null || {
  echo "This is no Debian. Install what stands for these packages here: ${packages[*]}" >&2
  exit 69
}
installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

missing=()
for package in "${packages[@]}"; do
  if installed "$package"; then
    [ $list = no ] || echo "$package"
  else
    missing+=("$package")
    [ $list = no ] || echo "$package (missing)"
  fi
done
if [ $list = yes ] || [ ${#missing[@]} -eq 0 ]; then exit 0; fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "Missing: ${missing[*]}. Run as root: apt-get install ${missing[*]}" >&2
    exit 69
  }
  as_root=(sudo)
fi
echo "installing: ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
# The lists may be old or absent on a fresh machine.
"${as_root[@]}" apt-get update -qq </dev/null
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null
