// Closed clocks of one machine at given trip counts: for every event the least counts of others' events it needs.
// SPDX-License-Identifier: Apache-2.0
//
// Source: semantics.md 6. Where no step of one engine can disable a step of another, there is one maximal run up to
// reordering, and an event is enabled exactly when every engine f has passed a least number of visible stream events
// (`stream`) and retired a least number of instances (`retired`), closed transitively. This file computes those
// vectors along one maximal run in which every instance retires at once.
//
// Why this form. Clocks along one engine only grow, and engines rarely learn something new, so a clock is the index of
// a *version*, a vector that is written only when it changes, and the engine's own two numbers. The clock of the r-th
// retirement of f is the version of its issue with retired[f] = r: in-order retirement adds nothing else. A clock is
// closed, so whoever knows retired[f] >= r knows all of it; that test makes most joins free.
//
// Invariant. A version of engine e holds what e has learnt of the others; its own entries hold what the others have
// learnt of e in turn (a lower bound of its own retirements). Cost: O(stream events x (tests + log updates)) time,
// 2 x engines x 4 bytes a version, about 30 bytes an instance.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "core/machine/machine.hpp"
#include "verify/question.hpp"

namespace counterpoint {

// A visible event of an engine's stream: an issue or a visit; the last record of an engine that ends is its end.
struct ClockedEvent {
  std::uint32_t event = 0;    // MachineCode::events
  std::uint32_t version = 0;  // what must have happened on other engines
  std::uint32_t retired = 0;  // instances of its own engine that must have retired
};

struct EngineClocks {
  std::vector<ClockedEvent> events;        // live visible stream events, in order; without the end
  std::vector<std::uint32_t> instance_at;  // by instance: its position in `events`
  bool ended = false;
  ClockedEvent end;  // where it ended
};

struct Clocks {
  IdVector<EngineId, EngineClocks> engines;
  std::size_t engine_count = 0;
  // Version v: entries [v * 2E, (v + 1) * 2E): for every engine its stream events, then for every engine its
  // retirements.
  std::vector<std::uint32_t> versions;
  std::optional<Fault> fault;  // reached on the way; with it the run stops there
  EngineId fault_engine;
  std::optional<Meeting> mixed;  // a meeting of different barriers
  std::uint64_t instances = 0;

  [[nodiscard]] std::span<const std::uint32_t> version(std::uint32_t v) const {
    return std::span(versions).subspan(std::size_t{v} * 2 * engine_count, 2 * engine_count);
  }
};

// The clocks of every live event, or the precondition of semantics.md 6 that fails. `limit` bounds the instances.
[[nodiscard]] tl::expected<Clocks, NotApplicable> closed_clocks(const Machine& machine, std::uint64_t limit);

}  // namespace counterpoint
