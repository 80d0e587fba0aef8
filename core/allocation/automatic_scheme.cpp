// Per-instruction where a body and engine holds one producer, and where it is told so; per-loop elsewhere.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/automatic_scheme.hpp"

#include <fmt/format.h>

namespace counterpoint {

AutomaticScheme::AutomaticScheme(const Program& program, const AllocationOptions& options, std::vector<bool> own,
                                 Why why)
    : LocalScheme(program, options, [this](const BodyOnEngine& place) { return shares(place); }),
      own_(std::move(own)),
      why_(std::move(why)) {}

bool AutomaticScheme::shares(const BodyOnEngine& place) {
  if (place.producers > 0) places_.push_back(place);
  if (place.producers <= 1) return place.producers != 1;
  return !owns(met_++);
}

std::vector<BodyOnEngine> AutomaticScheme::regions() const {
  std::vector<BodyOnEngine> out;
  for (const BodyOnEngine& place : places_) {
    if (place.producers > 1) out.push_back(place);
  }
  return out;
}

void AutomaticScheme::explain(std::vector<Choice>& choices) const {
  std::size_t next = 0;
  for (const BodyOnEngine& place : places_) {
    Choice c{DependencyId::none(),
             fmt::format("{} on {}", program().tree.scope_name(place.scope), program().tree.engine_name(place.engine)),
             "per-instruction", "one producer there: as many semaphores as per-loop, and nothing to decode"};
    if (place.producers > 1) {
      const std::size_t region = next++;
      c.decision = owns(region) ? "per-instruction" : "per-loop";
      c.reason = why_ ? why_(region, place) : fmt::format("{} producers there share one semaphore", place.producers);
    }
    choices.push_back(std::move(c));
  }
}

}  // namespace counterpoint
