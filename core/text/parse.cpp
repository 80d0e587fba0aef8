// The entry points of parsing: which of the two forms a text has, and where its errors are.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/text/json_document.hpp"
#include "core/text/json_reader.hpp"
#include "core/text/parser.hpp"
#include "core/text/places.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

constexpr std::uint64_t most_bytes = 0xfffffffeU;  // offsets are 32 bits
// A scope is an object and an array; above and below them are a few more. One scope too many must still be read, so
// that the parser can say so.
constexpr std::uint32_t most_nested_json = 2 * (Parser::most_nested + 4);

// A large file that does not have the word in it says nowhere that it is one of ours: no need to read all of it.
constexpr std::size_t large_json = 4000000;

Diagnostic not_our_json() {
  Diagnostic d = diagnose(Code::json_schema, {1, 1}, "this JSON is no program and no implementation");
  d.expected = "\"schema\": \"counterpoint/1\"";
  d.found = "no such key";
  return d;
}

Diagnostic too_long() {
  Diagnostic d = diagnose(Code::limit_exceeded, {}, "the file is too long");
  d.expected = "less than 4 GiB";
  return d;
}

tl::unexpected<Diagnostics> failure(Diagnostics problems, std::string_view file) {
  for (Diagnostic& d : problems) d.file = file;
  return tl::unexpected(std::move(problems));
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  return text;
}

bool is_json(std::string_view text) {
  const std::string_view content = without_mark(text);
  const std::size_t first = content.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && content[first] == '{';
}

tl::expected<ProgramOrImplementation, Diagnostics> parse_text(std::string_view text, std::string_view file) {
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

tl::expected<ProgramOrImplementation, Diagnostics> parse_json(std::string_view text, std::string_view file) {
  if (text.size() > large_json && text.find("counterpoint") == std::string_view::npos) {
    return failure({not_our_json()}, file);
  }
  Diagnostic problem;
  const auto document = JsonDocument::read(text, most_nested_json, problem);
  if (!document) return failure({std::move(problem)}, file);
  Problems problems;
  JsonReader reader(*document, problems);
  const bool ours = reader.write();
  if (reader.text().size() > most_bytes) return failure({too_long()}, file);
  std::optional<ProgramOrImplementation> result;
  if (ours && !problems.full()) {
    problems.next_stage();
    result = Parser(reader.text(), problems, false).run();
  }
  if (result) return std::move(*result);
  problems.drop([&](const Problem& p) { return p.diagnostic.place.empty() && reader.is_stand_in(p.offset); });
  return failure(std::move(problems).finish(
                     [&](std::uint32_t offset, Diagnostic& d) {
                       if (d.place.empty()) d.place = reader.place(offset);
                     },
                     [&](std::uint32_t offset) { return "at " + reader.place(offset); }),
                 file);
}

}  // namespace

tl::expected<ProgramOrImplementation, Diagnostics> parse(std::string_view text, std::string_view file) {
  if (text.size() > most_bytes) return failure({too_long()}, file);
  return is_json(text) ? parse_json(without_mark(text), file) : parse_text(text, file);
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

Places places_of(std::string_view text) {
  Places places;
  if (text.size() > most_bytes || is_json(text)) return places;
  Problems problems;
  PlaceOffsets offsets;
  Parser parser(text, problems, true);
  parser.note_places(offsets);
  if (!parser.run()) return places;
  const auto positions = [&](const std::vector<std::uint32_t>& of) {
    PositionScan scan(text);
    std::vector<Position> result;
    result.reserve(of.size());
    for (const std::uint32_t at : of) result.push_back(at == Problem::nowhere ? Position{} : scan.at(at));
    return result;
  };
  return {positions(offsets.instructions), positions(offsets.scopes), positions(offsets.waits),
          positions(offsets.alone_waits), positions(offsets.engines)};
}

}  // namespace counterpoint
