// The closed clocks of a whole run, kept.
// SPDX-License-Identifier: Apache-2.0
//
// What. clocks.hpp makes clocks and forgets them; here all of them stay, for those who compare one run with many others
// or look at any event of it. Memory: 16 bytes an event, 8 an engine for each version.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "verify/order/clocks.hpp"
#include "verify/question.hpp"

namespace counterpoint {

struct EngineClocks {
  std::vector<ClockedEvent> events;  // live visible stream events, in order; without the end
  bool ended = false;
  ClockedEvent end;  // where it ended
};

struct RecordedClocks {
  IdVector<EngineId, EngineClocks> engines;
  std::size_t engine_count = 0;
  // Version v: entries [v * 2E, (v + 1) * 2E): for every engine its stream events, then for every engine its
  // retirements. Events refer to these numbers.
  std::vector<std::uint32_t> versions;
  std::optional<Fault> fault;  // reached on the way; with it the run stops there

  [[nodiscard]] std::span<const std::uint32_t> version(std::uint32_t v) const {
    return std::span(versions).subspan(std::size_t{v} * 2 * engine_count, 2 * engine_count);
  }
};

// The clocks of every live event, or the precondition of semantics.md 6 that fails. `limit` bounds the instances.
[[nodiscard]] tl::expected<RecordedClocks, NotApplicable> closed_clocks(const Machine& machine, std::uint64_t limit);

}  // namespace counterpoint
