// Where the parts of a pair stand in the files they were read from.
// SPDX-License-Identifier: Apache-2.0
#include "report/locator.hpp"

#include <fmt/format.h>

#include <array>

#include "core/text/statement_text.hpp"

namespace counterpoint::report {
namespace {

// The position by number, or the line alone where the text is not there.
Position position_of(const std::vector<Position>& known, std::size_t number, std::uint32_t line) {
  return number < known.size() && known[number].line != 0 ? known[number] : Position{line, 0};
}

FoundPlace instruction_in(const Tree& tree, const Places& places, const std::string& file, PlaceRole role,
                          InstructionId i) {
  return {role, std::string(tree.instruction_name(i)), std::string(tree.engine_name(tree.engine_of(i))), file,
          position_of(places.instructions, i.value, tree.line_of(i))};
}

FoundPlace visit_in(const Tree& tree, const Places& places, const std::string& file, PlaceRole role, ScopeId s) {
  return {role, "start of " + tree.scope_name(s), "", file, position_of(places.scopes, s.value, tree.scope(s).line)};
}

}  // namespace

std::string_view to_text(PlaceRole role) {
  constexpr std::array<std::string_view, 3> words = {"consumer", "producer", "wait"};
  return words[static_cast<std::size_t>(role)];
}

std::string location_text(const FoundPlace& place) {
  if (place.file.empty() || place.position.line == 0) return place.file;
  if (place.position.column == 0) return fmt::format("{}:{}", place.file, place.position.line);
  return fmt::format("{}:{}:{}", place.file, place.position.line, place.position.column);
}

Locator::Locator(const Program* program, const Implementation& implementation, const Pairing* pairing,
                 SourceText program_text, SourceText implementation_text)
    : program_(program),
      implementation_(implementation),
      pairing_(pairing),
      program_file_(std::move(program_text.name)),
      implementation_file_(std::move(implementation_text.name)),
      program_places_(places_of(program_text.text)),
      implementation_places_(places_of(implementation_text.text)) {}

FoundPlace Locator::program_instruction(PlaceRole role, InstructionId i) const {
  return instruction_in(program_->tree, program_places_, program_file_, role, i);
}

FoundPlace Locator::program_visit(PlaceRole role, ScopeId s) const {
  return visit_in(program_->tree, program_places_, program_file_, role, s);
}

FoundPlace Locator::instruction(PlaceRole role, InstructionId i) const {
  if (implementation_file_.empty() && pairing_ != nullptr) return program_instruction(role, pairing_->to_program[i]);
  return instruction_in(implementation_.tree, implementation_places_, implementation_file_, role, i);
}

FoundPlace Locator::visit(PlaceRole role, ScopeId s) const {
  if (implementation_file_.empty() && pairing_ != nullptr) return program_visit(role, s);
  return visit_in(implementation_.tree, implementation_places_, implementation_file_, role, s);
}

std::vector<FoundPlace> Locator::waits_of(InstructionId i) const {
  const EngineId e = implementation_.tree.engine_of(i);
  const std::uint32_t line = implementation_file_.empty() ? 0 : implementation_.tree.line_of(i);
  std::vector<FoundPlace> places;
  std::size_t number = implementation_.wait_start[i.value];
  for (const Wait& w : implementation_.waits_of(i)) {
    places.push_back({PlaceRole::wait, test_text(implementation_, e, w),
                      std::string(implementation_.tree.engine_name(e)), implementation_file_,
                      position_of(implementation_places_.waits, number++, line)});
  }
  return places;
}

std::vector<FoundPlace> Locator::condition(EngineId e, std::uint32_t condition) const {
  std::vector<FoundPlace> places;
  std::size_t number = implementation_.conditions[condition].first;
  for (const Wait& w : implementation_.condition(condition)) {
    places.push_back({PlaceRole::wait, test_text(implementation_, e, w),
                      std::string(implementation_.tree.engine_name(e)), implementation_file_,
                      position_of(implementation_places_.alone_waits, number++, 0)});
  }
  return places;
}

FoundPlace Locator::whole_file() const {
  return {PlaceRole::consumer,
          std::string(implementation_.tree.name()),
          "",
          implementation_file_.empty() ? program_file_ : implementation_file_,
          {}};
}

}  // namespace counterpoint::report
