# Thin front for the presets: `make demo` and `make test` are each enough on a fresh Debian 12 machine.
# SPDX-License-Identifier: Apache-2.0
.PHONY: help demo test sanitize bench format tidy

help:
	@echo "make demo      install what the command needs, build it, run the main job on examples/"
	@echo "make test      install what the tests need, build all, pass all tests"
	@echo "make sanitize  all tests under address and undefined-behaviour sanitizers"
	@echo "make bench     measurements (bench/README.md)"
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

bench:
	@cmake/dependencies.sh test
	@cmake --preset ci
	@cmake --build --preset ci --target counterpoint bench
	@python3 bench/scale.py build/ci

format:
	@cmake/dependencies.sh develop
	@find core verify smt targets report cli tests bench -name '*.[ch]pp' -print0 | xargs -0 clang-format-19 -i

tidy:
	@cmake/dependencies.sh develop
	@cmake/tidy.sh
