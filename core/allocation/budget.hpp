// What an implementation takes of semaphores and registers, and whether there is so much.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/allocation/allocate.hpp"

namespace counterpoint {

struct ResourceNeed {
  std::uint64_t semaphores = 0;  // elements, and what the machine takes for barriers if there is one
  std::uint64_t registers = 0;   // the most of one engine
  friend bool operator==(const ResourceNeed&, const ResourceNeed&) = default;
};

[[nodiscard]] ResourceNeed need_of(const Implementation& implementation, const AllocationOptions& options);
[[nodiscard]] inline bool has_budget(const AllocationOptions& o) { return o.semaphores || o.registers; }
// Where there is no budget everything fits.
[[nodiscard]] inline bool fits_semaphores(const ResourceNeed& need, const AllocationOptions& options) {
  return !options.semaphores || need.semaphores <= *options.semaphores;
}
[[nodiscard]] inline bool fits_registers(const ResourceNeed& need, const AllocationOptions& options) {
  return !options.registers || need.registers <= *options.registers;
}
// Whether a budget of so many semaphores can be given at all.
[[nodiscard]] inline bool can_be_given(std::uint64_t semaphores, const AllocationOptions& options) {
  return !options.most_semaphores || semaphores <= *options.most_semaphores;
}
[[nodiscard]] inline bool fits(const ResourceNeed& need, const AllocationOptions& options) {
  return fits_semaphores(need, options) && fits_registers(need, options);
}

// "12 semaphores and 5 registers on an engine": what goes beyond the budgets; both if `all`.
[[nodiscard]] std::string describe(const ResourceNeed& need, const AllocationOptions& options, bool all = false);

// The smallest budgets under which a scheme has something, each with the least of the other that then does.
struct Smallest {
  std::optional<ResourceNeed> semaphores;         // the fewest with the registers of the options, if they can be given
  std::optional<ResourceNeed> registers;          // the fewest with the semaphores of the options
  std::optional<ResourceNeed> fewest_semaphores;  // whatever the registers, and whether they can be given or not
  std::optional<ResourceNeed> fewest_registers;   // whatever the semaphores

  // One more way, which needs so much.
  void take(const ResourceNeed& need, const AllocationOptions& options);
};

// What a scheme needs that was tried instead of the one asked for.
struct SchemeNeed {
  Scheme scheme = Scheme::automatic;
  ResourceNeed need;
};

// The refusal of a scheme, which needs so much and has one form only. `all`: what every scheme needs, that one as well.
[[nodiscard]] Diagnostic refuse_over_budget(const AllocationOptions& options, const ResourceNeed& needed,
                                            const std::vector<SchemeNeed>& all);
// The refusal of `auto`. `all`: what the other schemes need.
[[nodiscard]] Diagnostic refuse_every_choice(const AllocationOptions& options, const Smallest& smallest,
                                             const std::vector<SchemeNeed>& all);

}  // namespace counterpoint
