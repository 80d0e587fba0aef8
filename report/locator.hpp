// Where the parts of a pair stand in the files they were read from.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/program/implementation.hpp"
#include "core/program/pairing.hpp"
#include "core/program/program.hpp"
#include "core/text/places.hpp"

namespace counterpoint::report {

// A file as the user calls it, and its text; "" for a text that is no longer there, or was never read (an allocation).
struct SourceText {
  std::string name;
  std::string_view text = {};
};

enum class PlaceRole : std::uint8_t { consumer, producer, wait };
[[nodiscard]] std::string_view to_text(PlaceRole role);  // "consumer"

struct FoundPlace {
  PlaceRole role = PlaceRole::consumer;
  std::string name;    // "load", "start of kv", "s_kv_dma >= w", "a fence"
  std::string engine;  // "" if it is on every engine
  std::string file;    // "" if it is in none
  Position position;   // the column is 0 where only the line is known, the line too where nothing is
};
// "examples/early.cp:7:3", "early.cp", "" without a file.
[[nodiscard]] std::string location_text(const FoundPlace& place);

// Identifiers are of the program for `program_*`, of the implementation for all others. Everything given outlives it.
class Locator {
 public:
  // `program` and `pairing` are null for an implementation alone.
  Locator(const Program* program, const Implementation& implementation, const Pairing* pairing, SourceText program_text,
          SourceText implementation_text);

  [[nodiscard]] FoundPlace program_instruction(PlaceRole role, InstructionId i) const;
  [[nodiscard]] FoundPlace program_visit(PlaceRole role, ScopeId s) const;
  // In the file of the implementation; where there is none, in that of the program.
  [[nodiscard]] FoundPlace instruction(PlaceRole role, InstructionId i) const;
  [[nodiscard]] FoundPlace visit(PlaceRole role, ScopeId s) const;
  [[nodiscard]] std::vector<FoundPlace> waits_of(InstructionId i) const;
  // Those of a stand-alone wait of that engine.
  [[nodiscard]] std::vector<FoundPlace> condition(EngineId e, std::uint32_t condition) const;
  // Nothing but the file: that of the implementation, or of the program where there is none.
  [[nodiscard]] FoundPlace whole_file() const;

  [[nodiscard]] const Program* program() const { return program_; }
  [[nodiscard]] const Implementation& implementation() const { return implementation_; }
  [[nodiscard]] const Pairing* pairing() const { return pairing_; }
  [[nodiscard]] const std::string& program_file() const { return program_file_; }
  [[nodiscard]] const std::string& implementation_file() const { return implementation_file_; }

 private:
  const Program* program_;
  const Implementation& implementation_;
  const Pairing* pairing_;
  std::string program_file_;
  std::string implementation_file_;
  Places program_places_;
  Places implementation_places_;
};

}  // namespace counterpoint::report
