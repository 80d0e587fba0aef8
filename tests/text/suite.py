# What every lit suite of the project has in common: where the tools are, and the substitutions.
# SPDX-License-Identifier: Apache-2.0
import os

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(os.path.dirname(HERE))


def prepare(config, lit_config):
    """Sets output folder, path, environment and substitutions from run_lit.py's parameters; a missing tool is fatal."""
    tools = lit_config.params["tools"]
    for tool in ("FileCheck", "not", "count", "split-file"):
        if not os.access(os.path.join(tools, tool), os.X_OK):
            lit_config.fatal(f"{tool} is not in {tools}: install llvm-14-tools")
    config.test_exec_root = lit_config.params["output"]
    config.environment["PATH"] = os.pathsep.join([HERE, tools, config.environment["PATH"]])
    config.environment["LC_ALL"] = "C"
    config.environment["NO_COLOR"] = "1"
    # A sanitizer's report ends the command by a signal: neither `not` nor `%expect-exit` can take it for an exit code.
    config.environment["ASAN_OPTIONS"] = "abort_on_error=1:detect_leaks=1"
    config.environment["UBSAN_OPTIONS"] = "abort_on_error=1:print_stacktrace=1"
    config.substitutions.append(("%counterpoint", lit_config.params["command"]))
    config.substitutions.append(("%examples", os.path.join(SOURCE, "examples")))
    config.substitutions.append(("%expect-exit", os.path.join(HERE, "expect-exit")))
