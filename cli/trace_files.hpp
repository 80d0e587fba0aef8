// Traces of runs as files: timelines for a viewer, or plain steps.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/files.hpp"
#include "cli/session.hpp"
#include "core/machine/run.hpp"

namespace counterpoint::cli {

// Writes a run. A name that ends in .steps or .txt gets one step a line, any other a timeline in Chrome's format; both
// hold the options that make the run again. The result has its steps recorded, and its times under asap.
void write_trace(const std::string& path, const Machine& machine, const RunResult& result, const std::string& unit,
                 std::span<const std::string> options);

// One step a line, with the options in a comment.
void write_steps(const std::string& path, const Tree& tree, std::span<const Step> steps,
                 std::span<const std::string> options);

// The two comments that a file of steps starts with: what takes them again, and the options.
[[nodiscard]] std::string steps_heading(std::string_view name, std::string_view command,
                                        std::span<const std::string> options);

struct TraceFile {
  Source steps;                      // one a line
  std::vector<std::string> options;  // "--trips", "kv=3", ...
};
// Either kind, known by its first character. Ends the command (65) if it is neither.
[[nodiscard]] TraceFile read_trace(const std::string& path);

}  // namespace counterpoint::cli
