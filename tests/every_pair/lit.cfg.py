# The pairs of a folder of tests/text once more: every `check` is also made of pairs that mean the same.
# SPDX-License-Identifier: Apache-2.0
#
# The folder is given by the parameter `pairs`. The tests run as they are, with metamorphic.py for the command.
import os
import sys

import lit.formats

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "text"))
import suite  # noqa: E402

folder = lit_config.params["pairs"]
# Isolated and without site packages, since it starts for every command of every test.
script = os.path.join(HERE, "metamorphic.py")
lit_config.params["command"] = " ".join([sys.executable, "-B", "-I", "-S", script, lit_config.params["command"]])

config.name = "every_pair." + folder
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".cp"]
config.excludes = ["inputs"]
config.test_source_root = os.path.join(suite.SOURCE, "tests", "text", folder)
suite.prepare(config, lit_config)
