# One check of tests/every_example, applied to each program below examples/: every file is its own test.
# SPDX-License-Identifier: Apache-2.0
#
# The check is the file NAME.check given by the parameter `check`: its lines that do not start with `#` are commands,
# with the substitutions of tests/text/lit.cfg.py; %s is the example. A new check is a new file, a new example is
# checked by all of them.
import os
import sys

import lit.formats

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "text"))
import suite  # noqa: E402

with open(os.path.join(HERE, lit_config.params["check"] + ".check"), encoding="utf-8") as file:
    commands = [line.rstrip("\n") for line in file if line.strip() and not line.startswith("#")]
if not commands:
    lit_config.fatal("the check has no command")

config.name = "every_example." + lit_config.params["check"]
config.test_format = lit.formats.ShTest(execute_external=True, preamble_commands=commands)
config.suffixes = [".cp"]
config.test_source_root = os.path.join(suite.SOURCE, "examples")
suite.prepare(config, lit_config)
