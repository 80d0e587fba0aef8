#!/usr/bin/env bash
# The main job on FlashAttention (8192 queries, 8192 keys): synchronise it without a barrier, run both machines.
# SPDX-License-Identifier: Apache-2.0
#
# examples/demo.sh COMMAND [FOLDER]. COMMAND is the command as built; FOLDER, by default `demo` beside it, gets the
# implementations and the timeline. Every step must end as it says, or the script stops with its exit code.
set -euo pipefail

command=$(realpath "${1:?usage: examples/demo.sh COMMAND [FOLDER]}")
folder=${2:-$(dirname "$command")/demo}
program=$(realpath "$(dirname "$0")")/kernels/flash_attention.cp
size=(--trips q=64 --trips kv=4)
mkdir -p "$folder"
cd "$folder"

say() { printf '\n== %s\n' "$1"; }
outcome() { "$command" run "$@" "${size[@]}" | tail -n 1; }
makespan() { sed -n 's/.* makespan=\([0-9]*\) .*/\1/p' <<< "$1"; }

say "1. The program: every dependency has a counter class, none is refused"
"$command" explain "$program" | sed -n 1p

say "2. Synchronise it: one semaphore for each loop and engine"
"$command" alloc "$program" --scheme per-loop -o flash_attention.impl.cp

say "3. Run program and implementation as soon as possible; both must end in one state of the buffers"
by_program=$(outcome "$program" --expect completed)
by_counters=$(outcome flash_attention.impl.cp --expect completed --trace flash_attention.timeline.json)
echo "program         $by_program"
echo "implementation  $by_counters"
[ "${by_program#*state=}" = "${by_counters#*state=}" ] || { echo "the states differ" >&2; exit 1; }
echo "timeline        $folder/flash_attention.timeline.json (open it at ui.perfetto.dev or chrome://tracing)"

say "4. 1,000 random schedules of each, taken step by step on the other"
"$command" run "$program" --against flash_attention.impl.cp "${size[@]}" --repeat "${RUNS:-1000}" --expect completed

say "5. The barrier baseline beside it"
"$command" alloc "$program" --scheme barrier -o flash_attention.barrier.cp | grep -E 'semaphores|barriers'
by_barriers=$(outcome flash_attention.barrier.cp --expect completed)
awk -v c="$(makespan "$by_counters")" -v b="$(makespan "$by_barriers")" 'BEGIN {
  printf "  without barrier  %8.1f us\n  with barriers    %8.1f us (%.2f times)\n", c / 1e6, b / 1e6, b / c
  print "  Only instructions take time in this model: waits, updates, registers and barriers are free." }'

say "6. The same program without in-order engines is racy"
sed 's/ inorder$//' "$program" > flash_attention.unordered.cp
"$command" run flash_attention.unordered.cp "${size[@]}" --expect racy | grep -vE '^  help|instructions issued'
