#!/usr/bin/env bash
# Builds the proofs from clean and fails on any hole: Admitted, axioms, a dependency on an axiom.
# SPDX-License-Identifier: Apache-2.0
#
# The main theorems are those of the files named in `statements`; they are found, not listed. Every
# coqc gets `limit` seconds of processor time, so a proof that diverges fails instead of hanging;
# ten times that by the clock, since a shared machine may be busy.
set -euo pipefail
cd "$(dirname "$0")"
limit=${ROCQ_LIMIT:-60}
statements=(Theorems Checker Closed Examples Counterexamples Snapshot)
fail() { echo "check.sh: $*" >&2; exit 1; }

for tool in coqc coqchk coq_makefile; do
  command -v "$tool" >/dev/null || fail "$tool not found (Debian: apt install coq)"
done

# 1. House rules and words that would be a hole.
if grep -nwE 'Admitted|admit|give_up|Axiom|Axioms|Parameter|Parameters|Conjecture|bypass_check' \
     ./*.v; then fail "a hole in the source"; fi
if grep -nE 'Unset (Guard|Positivity|Universe) Checking' ./*.v; then fail "a check is off"; fi
awk 'length($0) > 100 { print FILENAME ":" FNR ": more than 100 columns"; bad = 1 }
     FNR > 400 { print FILENAME ": more than 400 lines"; bad = 1; nextfile }
     END { exit bad }' ./*.v || fail "format"
for f in *.v; do grep -qx "$f" _CoqProject || fail "$f is not in _CoqProject"; done

# 2. A clean build, every coqc under a limit.
make clean >/dev/null
coq_makefile -f _CoqProject -o CoqMakefile
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
printf '#!/bin/sh\nulimit -t %s\nexec timeout %s coqc "$@"\n' "$limit" $((limit * 10)) >"$work/coqc"
chmod +x "$work/coqc"
start=$SECONDS
make --no-print-directory -f CoqMakefile -j"${ROCQ_JOBS:-1}" \
  COQC="$work/coqc" >/dev/null || fail "build"
echo "built $(cat ./*.v | wc -l) lines in $((SECONDS - start)) s"

# 3. What each theorem of the statement files rests on.
count=0
for f in "${statements[@]}"; do
  [ -f "$f.v" ] || fail "$f.v is missing"
  names=$(sed -nE 's/^ *Theorem ([A-Za-z0-9_]+).*/\1/p' "$f.v")
  [ -n "$names" ] || fail "no theorem in $f.v"
  { echo "From Counterpoint Require Import $f."
    for t in $names; do echo "Print Assumptions $f.$t."; done; } >"$work/Read.v"
  "$work/coqc" -Q . Counterpoint "$work/Read.v" >"$work/read" || fail "cannot read $f"
  closed=$(grep -cx 'Closed under the global context' "$work/read" || true)
  wanted=$(wc -w <<<"$names")
  [ "$closed" = "$wanted" ] && [ "$(wc -l <"$work/read")" = "$wanted" ] ||
    { cat "$work/read"; fail "a theorem of $f.v rests on an axiom"; }
  count=$((count + wanted))
done
echo "$count theorems, each: Closed under the global context"

# 4. The independent checker reads all compiled files.
timeout $((limit * 60)) coqchk -o -silent -Q . Counterpoint \
  $(sed -nE 's/^([A-Za-z]+)\.v$/Counterpoint.\1/p' _CoqProject) >"$work/chk" 2>&1 ||
  { cat "$work/chk"; fail "coqchk"; }
for what in 'Axioms' 'Constants/Inductives relying on type-in-type' \
            'Constants/Inductives relying on unsafe (co)fixpoints' \
            'Inductives whose positivity is assumed'; do
  grep -qF "* $what: <none>" "$work/chk" || { cat "$work/chk"; fail "coqchk: $what"; }
done
echo "coqchk: no axioms"
