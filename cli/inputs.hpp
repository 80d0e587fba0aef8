// Programs and implementations from files, with all that is wrong with them said.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "cli/files.hpp"
#include "cli/session.hpp"
#include "core/text/text.hpp"
#include "report/locator.hpp"

namespace counterpoint::cli {

// What was read, and the text for messages. A text of more than 4 MiB is released once it is read without an error, so
// that it does not stand in memory beside what was made of it; later messages then come without their source line.
template <class T>
struct Input {
  Source source;
  T content;
};

// For reports that point into a file.
[[nodiscard]] inline report::SourceText text_of(const Source& source) { return {source.name, source.text}; }

// Each ends the command (65, 66) with all errors shown. The first two say so where the file is of the other kind.
[[nodiscard]] Input<Program> read_program(Session& session, const std::string& path);
[[nodiscard]] Input<Implementation> read_implementation(Session& session, const std::string& path);
[[nodiscard]] Input<ProgramOrImplementation> read_any(Session& session, const std::string& path);

// Writes an implementation piece by piece: for ten million instructions the text never stands in memory.
void write_implementation(Output& output, const Implementation& implementation);

}  // namespace counterpoint::cli
