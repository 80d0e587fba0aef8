// An Ascend core: its architecture, and a choice for each point on which chips or sources differ.
// SPDX-License-Identifier: Apache-2.0
//
// The table is parameters.def; options, documents and tests read it. Source: ascend.md 1, 2, 3.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"
#include "targets/ascend/machine/pipe.hpp"

namespace counterpoint::ascend {

enum class Parameter : std::uint8_t {
#define X(identifier, word, values, c220, c310, meaning, source) identifier,
#include "targets/ascend/machine/parameters.def"
#undef X
};

struct ParameterEntry {
  Parameter which;
  std::string_view word;
  std::string_view values;  // separated by '|', or "least..most"
  std::uint8_t c220;
  std::uint8_t c310;
  std::string_view meaning;
  std::string_view source;
};
[[nodiscard]] std::span<const ParameterEntry> all_parameters();
// "counting", "8".
[[nodiscard]] std::string value_text(const ParameterEntry& entry, unsigned value);

class Machine {
 public:
  // With the defaults of the architecture.
  explicit Machine(Architecture architecture);

  [[nodiscard]] Architecture architecture() const { return architecture_; }
  // The place of the chosen value in the parameter's list, or the number chosen.
  [[nodiscard]] unsigned at(Parameter p) const { return choice_[static_cast<std::size_t>(p)]; }
  void set(Parameter p, unsigned value) { choice_[static_cast<std::size_t>(p)] = static_cast<std::uint8_t>(value); }
  // "flag=counting", "buffer-ids=28". On an unknown word or value: a diagnostic with the nearest right one.
  [[nodiscard]] tl::expected<void, Diagnostic> set(std::string_view assignment);
  // "c220", or "c220 with flag=counting, ids=4": what differs from the defaults.
  [[nodiscard]] std::string name() const;

  [[nodiscard]] bool flags_count() const { return at(Parameter::flag) == 1; }
  [[nodiscard]] bool key_has_destination() const { return at(Parameter::key) == 0; }
  // Ids 0 to one less may be used.
  [[nodiscard]] unsigned usable_ids() const;
  [[nodiscard]] unsigned ids() const { return at(Parameter::ids); }
  [[nodiscard]] unsigned buffer_ids() const { return at(Parameter::buffer_ids); }
  [[nodiscard]] unsigned cross_ids() const { return at(Parameter::cross_ids); }
  [[nodiscard]] unsigned cross_count() const { return at(Parameter::cross_count); }
  [[nodiscard]] bool in_order(Pipe pipe) const;
  [[nodiscard]] bool scalar_dispatches() const { return at(Parameter::dispatch) == 0; }
  [[nodiscard]] bool inserts_sync() const { return at(Parameter::insert_sync) == 0; }
  [[nodiscard]] bool mte3_flags_on_parallel_loops() const { return at(Parameter::mte3_flags) == 0; }
  [[nodiscard]] Pipe mmad_with_bias_pipe() const { return at(Parameter::mmad_with_bias) == 0 ? Pipe::m : Pipe::v; }
  [[nodiscard]] bool barrier_within_pipe() const { return at(Parameter::same_pipe) == 0; }
  // Not for `all`.
  [[nodiscard]] bool has_pipe(Pipe pipe) const;
  // Whether there are flags from one pipe to the other. Where there are none, a set or wait is no instruction on c310
  // and an error elsewhere. Between one pipe and itself the runtime makes a barrier of them.
  [[nodiscard]] bool has_event(Pipe from, Pipe to) const;

  // The machine as one core of several: its pipes and events, whatever `core` says. Itself for `one`.
  [[nodiscard]] Machine as(Core core) const;

  friend bool operator==(const Machine&, const Machine&) = default;

 private:
  static constexpr std::size_t count = 0
#define X(identifier, word, values, c220, c310, meaning, source) +1
#include "targets/ascend/machine/parameters.def"
#undef X
      ;
  Architecture architecture_;
  std::array<std::uint8_t, count> choice_{};
};

}  // namespace counterpoint::ascend
