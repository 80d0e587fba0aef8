// Reading and writing the text language and its JSON twin.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <variant>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/implementation.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

using ProgramOrImplementation = std::variant<Program, Implementation>;

// Parses and validates one file in the text language, or in JSON if its first character is `{`. `file` is used in
// messages only. All errors found are returned (the first hundred), in the order of the text. Linear in the text.
[[nodiscard]] tl::expected<ProgramOrImplementation, Diagnostics> parse(std::string_view text, std::string_view file);
[[nodiscard]] tl::expected<Program, Diagnostics> parse_program(std::string_view text, std::string_view file);
[[nodiscard]] tl::expected<Implementation, Diagnostics> parse_implementation(std::string_view text,
                                                                             std::string_view file);

// Called with consecutive pieces of the output, each at most about 64 KiB: a large program never stands in memory
// twice.
using Sink = std::function<void(std::string_view)>;

// The canonical text: parse(print(x)) is the same as x, and printing is idempotent.
void print(const Program& program, const Sink& sink);
void print(const Implementation& implementation, const Sink& sink);
[[nodiscard]] std::string print(const Program& program);
[[nodiscard]] std::string print(const Implementation& implementation);

// The same content as JSON, "schema": "counterpoint/1"; the schema is docs/schema/counterpoint-1.schema.json.
[[nodiscard]] std::string print_json(const Program& program);
[[nodiscard]] std::string print_json(const Implementation& implementation);

}  // namespace counterpoint
