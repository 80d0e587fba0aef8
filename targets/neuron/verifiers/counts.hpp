// What is known of each semaphore at each place of a listing, and by whom it was raised.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "targets/neuron/isa/profile.hpp"
#include "targets/neuron/verifiers/listing.hpp"

namespace counterpoint::neuron {

struct SemaphoreCount {
  enum class Known : std::uint8_t { yes, differs, no };  // differs: between the paths that meet here
  Known known = Known::yes;
  std::int64_t value = 0;
  std::uint32_t since = 0;  // the instruction after the last one that set it, on the path where that is earliest
  friend bool operator==(const SemaphoreCount&, const SemaphoreCount&) = default;
};
using BankCounts = std::array<SemaphoreCount, semaphore_count>;

// What the body of a loop does to each semaphore.
struct LoopEffect {
  struct One {
    bool sets = false;
    std::uint32_t first_set = 0;  // the instruction that sets it first
    std::int64_t net = 0;         // raised by, where it is never set
    bool unknown = false;
  };
  std::array<One, semaphore_count> of{};
};

// One part of an instruction that a name may mean, and the counts just after it.
struct ProducerInstance {
  DumpPart part;
  struct After {
    std::int64_t id = 0;
    SemaphoreCount count;
    bool event = false;
  };
  std::vector<After> after;  // of the semaphores that it updates
  [[nodiscard]] const After* of(std::int64_t id) const;
};

class CountedListing {
 public:
  CountedListing(const Listing& listing, const std::set<std::int64_t>& remote);

  [[nodiscard]] const std::vector<ProducerInstance>& instances() const { return instances_; }
  // Places in `instances` of those with this name, ascending; null if none.
  [[nodiscard]] const std::vector<std::uint32_t>* named(std::string_view name) const;
  // Places in `instances` of those that update a semaphore of the bank, ascending.
  [[nodiscard]] const std::vector<std::uint32_t>& updaters(std::int64_t id) const {
    return updaters_[static_cast<std::size_t>(id)];
  }
  // The count that a wait of this instruction starts from.
  [[nodiscard]] const SemaphoreCount& before(std::uint32_t wait) const { return before_[wait]; }
  // The counts at the end of a loop's body, and what the body does. Null if the loops were too many to look at.
  [[nodiscard]] const BankCounts* at_end(std::size_t loop) const { return &loop_end_[loop]; }
  [[nodiscard]] const LoopEffect& effect(std::size_t loop) const { return effects_[loop]; }
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] const std::vector<std::uint32_t>& open_resets() const { return open_resets_; }

  // Applies what instruction i does, and keeps what is asked for.
  static void reset(const DumpInstruction& i, std::uint32_t place, BankCounts& counts);
  static void apply(const DumpUpdate& u, std::uint32_t place, BankCounts& counts);

 private:
  void gather_effects();
  void run();
  [[nodiscard]] BankCounts enter(std::uint32_t block, std::vector<std::optional<BankCounts>>& exits,
                                 std::vector<std::size_t>& readers);
  void step(std::uint32_t i, BankCounts& counts);
  void leave(std::uint32_t block, BankCounts& counts);

  const Listing& l_;
  const std::set<std::int64_t>& remote_;
  std::vector<ProducerInstance> instances_;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> by_name_;
  std::array<std::vector<std::uint32_t>, semaphore_count> updaters_;
  std::vector<SemaphoreCount> before_;  // one for each wait, in the order of the listing
  std::vector<LoopEffect> effects_;
  std::vector<BankCounts> loop_end_;
  std::vector<std::uint32_t> open_resets_;
  bool complete_ = true;
};

[[nodiscard]] inline bool in_bank(std::int64_t id) { return id >= 0 && id < std::int64_t{semaphore_count}; }
[[nodiscard]] inline bool is_reset(const DumpInstruction& i) { return i.opcode == "GroupResetSemaphores"; }

}  // namespace counterpoint::neuron
