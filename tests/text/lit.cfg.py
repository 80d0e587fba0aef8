# Text tests: each *.cp or *.test file below this folder is a program, its commands (# RUN:) and what they must print.
# SPDX-License-Identifier: Apache-2.0
#
# Found, not listed: a new file is a test at once, one without a RUN line fails, and run_lit.py fails on any test that
# is skipped. Commands run in bash with pipefail. Substitutions, beside lit's own %s (this file), %S (its folder) and
# %t (a path for scratch files):
#   %counterpoint    the command under test
#   %examples        the folder examples/ of the source tree
#   %expect-exit N   runs what follows and passes if it ends with exit code N exactly
# FileCheck, not, count and split-file are on the path. Folders called `inputs` hold files that are not tests.
import os
import sys

import lit.formats

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(__file__))
import suite  # noqa: E402

config.name = "text"
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cp", ".test"]
config.excludes = ["inputs"]
config.test_source_root = os.path.dirname(__file__)
suite.prepare(config, lit_config)
