# Thin front for the presets: `make demo` and `make test` are each enough on a fresh Debian 12 machine.
# SPDX-License-Identifier: Apache-2.0
.PHONY: help demo test sanitize fuzz campaign bench proofs format tidy

# Of one run of each fuzzing program (fuzz); of a campaign (campaign), whose seed is the day unless it is given.
SECONDS ?= 5
CAMPAIGN_SECONDS ?= 3600
SEED ?= $(shell date +%Y%m%d)

help:
	@echo "make demo      install what the command needs, build it, run the main job on examples/"
	@echo "make test      install what the tests need, build all, pass all tests"
	@echo "make sanitize  all tests under address and undefined-behaviour sanitizers"
	@echo "make fuzz      every libFuzzer program for SECONDS (5), from examples/ as seeds"
	@echo "make campaign  counterpoint fuzz for CAMPAIGN_SECONDS (3600) with SEED (the day)"
	@echo "make bench     measurements (bench/README.md)"
	@echo "make proofs    check the theorems from clean, compare the checker extracted from them with ours (Rocq, 1 GB)"
	@echo "make format    format the sources in place"
	@echo "make tidy      lint the sources changed since main"

demo:
	@cmake/dependencies.sh demo
	@cmake --preset release
	@cmake --build --preset release
	@examples/demo.sh build/release/counterpoint

test:
	@cmake/dependencies.sh test
	@cmake --workflow --preset ci

sanitize:
	@cmake/dependencies.sh develop
	@cmake --workflow --preset sanitize

fuzz:
	@cmake/dependencies.sh develop
	@cmake --preset fuzz
	@cmake --build --preset fuzz
	@tests/fuzz/smoke.sh build/fuzz $(SECONDS)

campaign:
	@cmake/dependencies.sh demo
	@cmake --preset release
	@cmake --build --preset release
	@build/release/counterpoint fuzz --time $(CAMPAIGN_SECONDS) --seed $(SEED)

bench:
	@cmake/dependencies.sh test
	@cmake --preset ci
	@cmake --build --preset ci --target counterpoint bench
	@python3 bench/scale.py build/ci
	@python3 bench/peers.py build/ci

# Processor time of a file, not time by the clock: five times what the slowest takes alone, for a machine that is busy.
proofs:
	@cmake/dependencies.sh proofs
	@ROCQ_JOBS=2 ROCQ_LIMIT=180 proofs-notes/rocq/check.sh
	@cmake --preset ci
	@cmake --build --preset ci --target oracle_agreement

format:
	@cmake/dependencies.sh develop
	@find core verify smt targets report cli tests bench -name '*.[ch]pp' -print0 | xargs -0 clang-format-19 -i

tidy:
	@cmake/dependencies.sh develop
	@cmake/tidy.sh
