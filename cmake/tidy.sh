#!/usr/bin/env bash
# tidy.sh [BASE]: clang-tidy on the sources that differ from BASE (main unless said), as the preset sanitize sees them.
# SPDX-License-Identifier: Apache-2.0
#
# Changed files only: the whole tree takes many minutes. A changed header is linted through the sources that changed.
set -euo pipefail
cd "$(dirname "$0")/.."
base=$(git merge-base HEAD "${1:-main}")
# Each source for itself, and with no header compiled before.
cmake --preset sanitize -B build/tidy -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DCMAKE_UNITY_BUILD=OFF \
  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON >/dev/null
mapfile -t changed < <(git diff --name-only --diff-filter=d "$base" -- '*.cpp')
[ ${#changed[@]} -gt 0 ] || { echo "no source differs from $base"; exit 0; }
clang-tidy-19 -p build/tidy --quiet "${changed[@]}"
