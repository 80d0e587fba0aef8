// Which records carry the waits and updates of one statement.
// SPDX-License-Identifier: Apache-2.0
//
// What. A record's band holds one wait and one update, and they share one value. What is more than that, or than this
// record may have, goes into EventSemaphores: waits before it, two in each; updates behind it, one in each, which
// happen as soon as everything before them in the stream is complete, so when the record itself is. A wait that takes
// an event goes into a NoOp's band, as an EventSemaphore takes none. Why in this order. An inline update saves a record
// as surely as an inline wait does, and leaves the waits to be paired; so the update has the band first. Waits whose
// counters only rise may be polled one after the other; one that does not last is polled last, and at once with a
// second one of that kind. Source: neuron.md 2.1, 2.3, 2.11, 4.7.
#pragma once

#include <optional>
#include <vector>

#include "targets/neuron/lowering/draft.hpp"

namespace counterpoint::neuron {

struct PlannedUpdate {
  UpdateMode mode = UpdateMode::none;
  std::uint8_t index = 0;
  std::uint32_t value = 0;  // of add, subtract and write
};

struct PlannedWait {
  WaitMode mode = WaitMode::none;
  std::uint8_t index = 0;
  std::uint32_t value = 0;
  DraftRegister threshold{};  // instead of the value
  bool lasts = true;          // once true, true for good
  PlannedUpdate take{};       // what it takes, in the moment it is true
};

// An update that happens at issue, not on completion.
[[nodiscard]] UpdateMode at_issue(UpdateMode mode);

// At most two waits may fail to last, and one take: see `polled_at_once`.
[[nodiscard]] bool polled_at_once(const std::vector<PlannedWait>& waits);

// Before what follows in the stream.
void carry_waits(Draft& draft, std::vector<PlannedWait> waits);
// Behind what came before.
void carry_update(Draft& draft, const PlannedUpdate& update);
// `core` with its waits and updates; `band`: may it carry any itself.
void carry(Draft& draft, DraftRecord core, bool band, std::vector<PlannedWait> waits,
           const std::vector<PlannedUpdate>& updates);

}  // namespace counterpoint::neuron
