// The entry points of parsing: which of the two forms a text has, and where its errors are.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "core/text/parser.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

constexpr std::uint64_t most_bytes = 0xfffffffeU;  // offsets are 32 bits

tl::unexpected<Diagnostics> failure(Diagnostics problems, std::string_view file) {
  for (Diagnostic& d : problems) d.file = file;
  return tl::unexpected(std::move(problems));
}

}  // namespace

tl::expected<ProgramOrImplementation, Diagnostics> parse(std::string_view text, std::string_view file) {
  if (text.size() > most_bytes) {
    return failure({diagnose(Code::limit_exceeded, {}, "the file is too long, 4 GiB is the limit")}, file);
  }
  Problems problems;
  auto result = Parser(text, problems, true).run();
  if (result) return std::move(*result);
  PositionScan positions(text);
  PositionScan related(text);
  return failure(std::move(problems).finish(
                     [&](std::uint32_t offset, Diagnostic& d) { d.position = positions.at(offset); },
                     [&](std::uint32_t offset) { return fmt::format("in line {}", related.at(offset).line); }),
                 file);
}

tl::expected<Program, Diagnostics> parse_program(std::string_view text, std::string_view file) {
  auto both = parse(text, file);
  if (!both) return tl::unexpected(std::move(both.error()));
  if (Program* p = std::get_if<Program>(&*both)) return std::move(*p);
  Diagnostic d = diagnose(Code::other_kind, {}, "this file is an implementation, and a program is needed");
  d.expected = "'program NAME'";
  d.found = "'implementation NAME'";
  return failure({std::move(d)}, file);
}

tl::expected<Implementation, Diagnostics> parse_implementation(std::string_view text, std::string_view file) {
  auto both = parse(text, file);
  if (!both) return tl::unexpected(std::move(both.error()));
  if (Implementation* i = std::get_if<Implementation>(&*both)) return std::move(*i);
  Diagnostic d = diagnose(Code::other_kind, {}, "this file is a program, and an implementation is needed");
  d.expected = "'implementation NAME'";
  d.found = "'program NAME'";
  return failure({std::move(d)}, file);
}

}  // namespace counterpoint
