// What the sources leave open, as one choice for each point, and two named sets of choices.
// SPDX-License-Identifier: Apache-2.0
//
// Source: neuron.md 9. `page` does what the page says, `device` what other sources and forced conclusions say. The
// table is switches.def; options, documents and tests read it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

#include "core/diagnostic/diagnostic.hpp"

namespace counterpoint::neuron {

enum class Switch : std::uint8_t {
#define X(identifier, word, values, page, device, meaning, source) identifier,
#include "targets/neuron/isa/switches.def"
#undef X
};

struct SwitchEntry {
  Switch which;
  std::string_view word;
  std::string_view values;  // separated by '|'
  std::uint8_t page;
  std::uint8_t device;
  std::string_view meaning;
  std::string_view source;
};
[[nodiscard]] std::span<const SwitchEntry> all_switches();
[[nodiscard]] std::vector<std::string_view> values_of(const SwitchEntry& entry);

class Profile {
 public:
  [[nodiscard]] static Profile page();
  [[nodiscard]] static Profile device();
  [[nodiscard]] static std::optional<Profile> named(std::string_view name);

  // The place of the chosen value in the switch's list.
  [[nodiscard]] unsigned at(Switch s) const { return choice_[static_cast<std::size_t>(s)]; }
  void set(Switch s, unsigned place) { choice_[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(place); }
  // "fence-order=drain-first". On an unknown word or value: a diagnostic with the nearest right one.
  [[nodiscard]] tl::expected<void, Diagnostic> set(std::string_view assignment);
  // "page", or "page with fence-order=drain-first": the nearest named set and what differs.
  [[nodiscard]] std::string name() const;

  [[nodiscard]] bool drain_first() const { return at(Switch::fence_order) == 1; }
  [[nodiscard]] bool drain_on_pool() const { return at(Switch::drain_engine) == 1; }
  [[nodiscard]] bool always_bitmask() const { return at(Switch::reset_form) == 1; }
  [[nodiscard]] bool compute_carries_band() const { return at(Switch::compute_band) == 1; }
  [[nodiscard]] bool barrier_as_records() const { return at(Switch::barrier_form) == 1; }
  [[nodiscard]] bool wait_4_is_strict() const { return at(Switch::wait_4) == 1; }
  [[nodiscard]] bool compares_unsigned() const { return at(Switch::compare) == 1; }
  [[nodiscard]] unsigned dma_increment() const { return at(Switch::dma_increment) == 1 ? 1 : 16; }

  friend bool operator==(const Profile&, const Profile&) = default;

 private:
  static constexpr std::size_t count = 0
#define X(identifier, word, values, page, device, meaning, source) +1
#include "targets/neuron/isa/switches.def"
#undef X
      ;
  std::array<std::uint8_t, count> choice_{};
};

// --- sizes and reserves of a core (neuron.md 1.1) ---
inline constexpr unsigned semaphore_count = 256;
inline constexpr unsigned event_count = 256;
inline constexpr unsigned reserved_semaphores = 3;
inline constexpr unsigned reserved_events = 12;
inline constexpr unsigned registers_per_engine = 62;  // 62 and 63 are kept for call and return

// Is this id one of the runtime's?
[[nodiscard]] bool is_reserved(const Profile& profile, unsigned id);

}  // namespace counterpoint::neuron
