// Every class against Equation 1: the closed form of the table and the definition agree at every instance.
// SPDX-License-Identifier: Apache-2.0
//
// The slow side counts entries over written-out streams (streams.hpp). The fast side keeps the registers of
// semantics.md 4 along the same stream (r, t with its reset, histories with their shifts) and evaluates the class's
// expression and mask. One stream is enough: Equation 1 and the registers both speak of the consumer's engine only, so
// trips that differ by engine are covered by trips that are arbitrary.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/dependence/classify.hpp"
#include "tests/core/dependence/case.hpp"
#include "tests/core/dependence/choices.hpp"
#include "tests/core/dependence/streams.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::DrawCase;
using testing::Event;
using testing::EventKind;
using testing::ProgramCase;
using testing::Registers;
using testing::trips_at;

// G of the static row at common scope q, given G of the next one below.
std::int64_t static_threshold(const Program& program, DependencyId d, const Classification& x, const Registers& now) {
  const Tree& tree = program.tree;
  const auto component = [&](ScopeId q) {
    for (const Distance& y : program.distances_of(d)) {
      if (y.loop == q) return std::int64_t{y.distance};
    }
    return std::int64_t{0};
  };
  std::int64_t g = trips_between(tree, x.common, x.producer_scope);
  for (ScopeId q = x.common; q != x.carrier; q = tree.scope(q).parent) {
    const std::int64_t w = trips_between(tree, q, x.producer_scope);
    const std::int64_t full = (now.t(q) - component(q) - 1) * w + g;
    g = component(q) < 0 ? std::min(full, tree.scope(q).trips * w) : full;
  }
  const std::int64_t w = trips_between(tree, x.carrier, x.producer_scope);
  return w * (now.r(x.carrier) - x.distance - 1) + g;
}

std::int64_t expression(const Program& program, DependencyId d, const Classification& x, const Registers& now) {
  switch (x.kind) {
    case DependenceClass::direct: return now.r(x.common) - x.distance;
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive: return now.r(x.producer_scope);
    case DependenceClass::history:
      if (x.minus_one) return now.r(x.producer_scope) - 1;
      [[fallthrough]];
    case DependenceClass::through:
    case DependenceClass::strengthened: return now.history(x.producer_scope, x.carrier, x.distance - 1);
    case DependenceClass::two_level:
      return x.factor * std::min(now.history(x.common, x.carrier, x.distance) + now.t(x.common) - x.inner,
                                 now.history(x.common, x.carrier, x.distance - 1));
    case DependenceClass::constant_trips: return x.never_owed ? 0 : static_threshold(program, d, x, now);
    case DependenceClass::rejected: break;
  }
  return 0;
}

// What a case exercised, for the floors below.
std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

void record(const Program& program, DependencyId d, const Classification& x, bool waits, bool late) {
  if (!waits) return;  // no instance owed anything: the case shows nothing
  const std::string name(class_name(x.kind));
  ++tally()[name];
  if (program.tree.scope(x.common).is_branch()) ++tally()[name + " in a branch"];
  if (program.dependency(d).control) ++tally()[name + " control"];
  if (late) ++tally()[name + (x.kind == DependenceClass::rejected ? " before all it waits for" : " later than asked")];
  if (x.minus_one) ++tally()["history minus one"];
  if (x.inner < 0) ++tally()["two-level negative"];
  if (x.kind == DependenceClass::two_level && x.producer_scope != x.common) ++tally()["two-level times constant"];
  if (x.kind == DependenceClass::constant_trips && program.distances_of(d).empty()) ++tally()["static backward 0"];
  if (x.kind == DependenceClass::constant_trips && x.carrier != x.common) ++tally()["static outer"];
  for (const Distance& y : program.distances_of(d)) {
    if (y.distance < 0) ++tally()[name + " with a negative component"];
  }
}

void compare(const ProgramCase& c) {
  const DependencyId d{std::size_t{0}};
  const Program& program = c.program;
  const Classification x = classify(program, d);
  const testing::TripsOf trips = [&](ScopeId s, std::uint64_t n) { return trips_at(c, s, n); };
  const testing::Stream stream(program.tree, trips);
  Registers now(program.tree);
  bool waits = false;
  bool late = false;
  for (const Event& event : stream.events()) {
    if (event.kind == EventKind::entry) now.enter(ScopeId{std::size_t{event.subject}});
    if (!testing::consumes(program, d, event)) continue;
    const auto owed = testing::owed(program, d, stream.events(), event);
    bool mask = true;
    for (const Distance& y : program.distances_of(d)) {
      if (y.distance >= 1 && now.t(y.loop) <= y.distance) mask = false;
    }
    RC_ASSERT(mask == owed.has_value());
    if (!owed.has_value()) continue;
    waits = waits || *owed > 0;
    if (x.exact) {
      RC_ASSERT(expression(program, d, x, now) == *owed);
    } else if (x.kind == DependenceClass::strengthened) {
      RC_ASSERT(expression(program, d, x, now) >= *owed);
      late = late || expression(program, d, x, now) > *owed;
    } else {
      RC_ASSERT(now.r(x.producer_scope) <= *owed);  // rejected: the past has counted too little, or just enough
      late = late || now.r(x.producer_scope) < *owed;
    }
  }
  record(program, d, x, waits, late);
}

TEST(ClassifyEquation, every_class_has_the_threshold_and_the_mask_of_equation_1_at_every_instance) {
  tally().clear();
  testing::check_choices(40'000, 64, [](Choices& choices) { compare(DrawCase(choices).finish()); });

  const std::map<std::string, int> floors = {
      {"direct", 2000},
      {"direct control", 300},
      {"direct in a branch", 200},
      {"exclusive", 150},
      {"exclusive in a branch", 10},
      {"history", 300},
      {"history control", 50},
      {"history in a branch", 50},
      {"history minus one", 20},
      {"nested-backward", 200},
      {"nested-backward control", 80},
      {"nested-forward", 1000},
      {"nested-forward in a branch", 150},
      {"rejected", 1000},
      {"rejected before all it waits for", 500},
      {"static", 400},
      {"static backward 0", 300},
      {"static outer", 60},
      {"static with a negative component", 20},
      {"strengthened", 400},
      {"strengthened in a branch", 30},
      {"strengthened later than asked", 20},
      {"strengthened with a negative component", 100},
      {"through", 100},
      {"through in a branch", 5},
      {"two-level", 150},
      {"two-level negative", 30},
      {"two-level times constant", 20},
  };
  for (const auto& [name, least] : floors) EXPECT_GE(tally()[name], least) << name << " is hardly tested";
}

}  // namespace
}  // namespace counterpoint
