#!/usr/bin/env bash
# smoke.sh BUILD [SECONDS]: runs every fuzzing program of a build for some seconds, from the examples as seeds.
# SPDX-License-Identifier: Apache-2.0
#
# What a program finds is left in BUILD/found-NAME-*, and the script ends with 1. Inputs that reach something new are
# kept in BUILD/corpus/NAME and are seeds of the next run.
set -euo pipefail
source=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd)
seconds=${2:-5}

# With an extension that says which example it was, since several folders have files of one name.
seeds() {
  local folder=$build/corpus/$1
  mkdir -p "$folder"
  echo "$folder"
}
folder_text=$(seeds program)
folder_implementation=$(seeds implementation)
folder_json=$(seeds json)
folder_saved=$(seeds saved)
folder_steps=$(seeds steps)
folder_neuron=$(seeds neuron)
seeds pipeline >/dev/null
number=0
while IFS= read -r file; do
  number=$((number + 1))
  case $(grep -m1 -oE '^(program|implementation)' "$file") in
    program) cp "$file" "$folder_text/example-$number" ;;
    implementation) cp "$file" "$folder_implementation/example-$number" ;;
  esac
  "$build/counterpoint" convert "$file" --to json >"$folder_json/example-$number"
done < <(find "$source/examples" -name '*.cp' | sort)
find "$source/tests/text/fuzz" -name '*.cp' -exec cp {} "$folder_saved" \;
printf 'issue dma load\ncommit dma load 0\nretire dma load\nissue pe qk\n' >"$folder_steps/example"

find "$source/examples/neuron" "$source/tests/text/neuron/inputs" -name '*.asm' -exec cp {} "$folder_neuron" \;
for file in "$source"/examples/neuron/*.asm; do
  "$build/counterpoint" lower --from "$file" --emit json >"$folder_neuron/$(basename "$file").json"
  "$build/counterpoint" lower --from "$file" --emit bin | tail -c +41 >"$folder_neuron/$(basename "$file").body"
done

found=0
for program in "$build"/tests/fuzz/fuzz_*; do
  [ -x "$program" ] && [ -f "$program" ] || continue
  name=${program##*/fuzz_}
  printf '== %s\n' "$name"
  options=(-max_total_time="$seconds" -timeout=20 -rss_limit_mb=4096 -print_final_stats=1 -verbosity=0
    -artifact_prefix="$build/found-$name-")
  [ "$name" = pipeline ] || options+=(-dict="$source/tests/fuzz/text.dict")
  "$program" "${options[@]}" "$build/corpus/$name" || found=1
done
exit $found
