// Random trip counts and branches, as texts of the option --trips.
// SPDX-License-Identifier: Apache-2.0
#include "verify/generate/trips.hpp"

namespace counterpoint {
namespace {

std::string counts(Choices& choices, const Scope& scope, const Shape& shape) {
  std::string text = "=";
  const std::uint32_t visits = 1 + choices.below(shape.visits);
  for (std::uint32_t v = 0; v < visits; ++v) {
    if (v > 0) text += ",";
    text += std::to_string(scope.is_branch() ? 1 - choices.below(2) : choices.below(shape.trips + 1));
  }
  return text;
}

}  // namespace

Trips trips_from(const Tree& tree, std::span<const std::string> options) {
  Trips trips(tree);
  for (const std::string& option : options) {
    require(trips.set(tree, option).has_value(), "trips fit the tree that they are for");
  }
  return trips;
}

DrawnTrips generate_trips(Choices& choices, const Tree& tree, const Shape& shape) {
  std::vector<std::string> options;
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.trip_kind == TripKind::constant || scope.kind == ScopeKind::else_branch) continue;
    const std::string name = tree.scope_name(s);
    if (scope.trip_kind == TripKind::divergent && choices.below(4) != 0) {
      for (const EngineId e : tree.engines()) {
        options.push_back(name + "@" + std::string(tree.engine_name(e)) + counts(choices, scope, shape));
      }
    } else {
      options.push_back(name + counts(choices, scope, shape));
    }
  }
  Trips trips = trips_from(tree, options);
  return {std::move(options), std::move(trips)};
}

}  // namespace counterpoint
