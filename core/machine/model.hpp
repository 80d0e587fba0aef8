// What a machine costs: a table of named parameters, and what they make of the times of a program.
// SPDX-License-Identifier: Apache-2.0
//
// What. A model is one number for each line of parameters.def. `times` turns it into what the schedule asap charges
// (timed.hpp), in picoseconds. The costs of a program are those of trn2, so a parameter that they contain (a clock, a
// latency, the start or the rate of a transfer) stretches them by its value against trn2's; a parameter that they do
// not contain (a branch, a barrier) is charged on top.
// Which engine an instruction stretches with is known by the engine's name (pe, act, pool, dve); one with another
// name keeps the program's times. An engine with transfers in its stream is a queue.
// Source: the facts behind each line are named in its column `source`; none are measurements of ours.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/diagnostic/diagnostic.hpp"
#include "core/machine/timed.hpp"

namespace counterpoint {

enum class Parameter : std::uint8_t {
#define X(identifier, ...) identifier,
#include "core/machine/parameters.def"
#undef X
};

struct ParameterEntry {
  Parameter parameter;
  std::string_view name;
  std::string_view unit;
  std::uint64_t trn2;
  std::uint64_t trn1;
  std::uint64_t least;  // that may be set
  std::uint64_t most;
  std::uint64_t low;  // of the range to sweep
  std::uint64_t high;
  std::string_view meaning;
  std::string_view source;
  char confidence;  // C, M or I; see parameters.def
};
[[nodiscard]] std::span<const ParameterEntry> all_parameters();
[[nodiscard]] const ParameterEntry& entry(Parameter p);

class MachineModel {
 public:
  MachineModel() = default;  // trn2
  // "trn2", "trn1"; nothing for another word.
  [[nodiscard]] static std::optional<MachineModel> named(std::string_view word);
  [[nodiscard]] static std::span<const std::string_view> names();

  [[nodiscard]] std::uint64_t operator[](Parameter p) const { return values_[static_cast<std::size_t>(p)]; }
  // `value` is within what may be set.
  void set(Parameter p, std::uint64_t value);
  // "branch=230,window=8": the option --set. Positions are columns of the option.
  [[nodiscard]] tl::expected<void, Diagnostics> set(std::string_view list);
  // Lines `name = value`; what begins with # is a comment. All errors, each with line and column.
  [[nodiscard]] tl::expected<void, Diagnostics> read(std::string_view text);

  // What the schedule charges, in ps. Fails if the program's unit is no unit of time.
  [[nodiscard]] tl::expected<Times, Diagnostic> times(const Tree& tree) const;
  // Bytes of code by this model's instruction size and waits: as Cost::code_bytes, with carriers counted anew.
  [[nodiscard]] std::uint64_t code_bytes(const Implementation& implementation) const;
  static constexpr std::string_view unit = "ps";
  friend bool operator==(const MachineModel&, const MachineModel&) = default;

 private:
  static std::array<std::uint64_t, 28> standard();
  std::array<std::uint64_t, 28> values_ = standard();
};

}  // namespace counterpoint
