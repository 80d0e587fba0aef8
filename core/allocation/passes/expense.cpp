// Counts operations by scope, and compares two counts.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/expense.hpp"

#include <algorithm>
#include <cmath>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::passes {

Expense::Expense(const Tree& tree, const EngineStream& stream) : places_(1) {
  std::size_t here = 0;
  for (const Node& n : stream.nodes) {
    if (n.removed) continue;
    if (n.kind == NodeKind::open) {
      const Scope& s = tree.scope(n.scope());
      Place p;
      p.around = here;
      p.repeats = s.is_loop() && (s.trip_kind != TripKind::constant || s.trips > 0);
      p.loops = places_[here].loops + (s.is_loop() ? 1 : 0);
      here = places_.size();
      places_.push_back(p);
    } else if (n.kind == NodeKind::close) {
      here = places_[here].around;
    } else if (n.kind == NodeKind::operation) {
      ++places_[here].operations;
    }
  }
}

bool Expense::never_more_than(const Expense& other) const {
  require(places_.size() == other.places_.size(), "two streams of one engine have the same scopes");
  std::vector<std::int64_t> more(places_.size());
  for (std::size_t i = places_.size(); i-- > 0;) {
    more[i] += places_[i].operations - other.places_[i].operations;
    if (more[i] > 0) return false;
    if (i > 0 && places_[i].repeats) more[places_[i].around] += more[i];
  }
  return true;
}

double Expense::weight() const {
  double sum = 0;
  for (const Place& p : places_) sum += static_cast<double>(p.operations) * std::pow(16.0, std::min(p.loops, 60U));
  return sum;
}

std::size_t Expense::operations() const {
  std::int64_t sum = 0;
  for (const Place& p : places_) sum += p.operations;
  return static_cast<std::size_t>(sum);
}

}  // namespace counterpoint::passes
