// Every class against Equation 1: the closed form of the table and the definition agree at every instance.
// SPDX-License-Identifier: Apache-2.0
//
// The slow side counts entries over written-out streams (streams.hpp). The fast side keeps the registers of
// semantics.md 4 along the same stream (r, t with its reset, histories with their shifts) and evaluates the class's
// expression and mask. One stream is enough: Equation 1 and the registers both speak of the consumer's engine only, so
// trips that differ by engine are covered by trips that are arbitrary.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>

#include "core/dependence/classify.hpp"
#include "core/program/program_builder.hpp"
#include "tests/core/dependence/choices.hpp"
#include "tests/core/dependence/streams.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::Event;
using testing::EventKind;

struct Case {
  Program program;
  std::vector<std::vector<std::uint32_t>> trips;  // by scope: of the first, second, ... visit; the last repeats
};

// Builds one consumer and one producer below a chain of common scopes: 0-4 common scopes, 0-2 below them on each side;
// a scope is a branch (1/5 above, 1/4 below the innermost common scope) or a loop, half of them of 0-3 constant trips;
// p before c (1/3), after it (1/3), in the other branch of a conditional (1/6), or with a control dependency (1/6) that
// holds a scope after, around or before p. Components: 1/4 none, else each common loop gets 0 (1/2), 1, 2, or after a
// positive one also -1, -2; 1/4 of those with one component end in `*`. Trip lists of 1-4 visits, 0-3 each, zero one
// time in six.
class Draw {
 public:
  explicit Draw(Choices& choices) : choices_(choices) {
    engine_ = b_.tree.add_engine("e", false);
    const std::uint32_t common = (choices_.below(16) + 3) / 4;
    for (std::uint32_t i = 0; i < common; ++i) open(loops_, 5);
    place();
    while (b_.tree.depth() > 0) b_.tree.close();
    depend();
  }
  Case finish() {
    Case c{b_.finish(), {}};
    for (const ScopeId s : c.program.tree.scopes()) c.trips.push_back(list(c.program.tree, c.trips, s));
    return c;
  }

 private:
  // One scope in `branches` is a branch; of the loops half are of constant trips.
  void open(std::vector<ScopeId>& loops, std::uint32_t branches) {
    if (choices_.one_in(branches)) {
      b_.tree.open_conditional("x", TripKind::dynamic, 1);
      if (choices_.one_in(2)) b_.tree.open_else();
    } else if (choices_.one_in(2)) {
      loops.push_back(b_.tree.open_loop("l", TripKind::constant, (choices_.below(7) + 1) / 2, 1));
    } else {
      loops.push_back(b_.tree.open_loop("l", TripKind::dynamic, 0, 1));
    }
  }
  void chain(InstructionId& place, std::uint32_t least) {
    std::vector<ScopeId> own;
    const std::uint32_t depth = b_.tree.depth();
    const std::uint32_t scopes = std::max(least, choices_.below(3));
    for (std::uint32_t i = 0; i < scopes; ++i) open(own, 4);
    place = b_.tree.add_instruction(engine_, "i", 1);
    while (b_.tree.depth() > depth) b_.tree.close();
  }
  void place() {
    switch (choices_.below(6)) {
      case 0:
      case 1: chain(p_, 0), chain(c_, 0); break;
      case 2:
      case 3: chain(c_, 0), chain(p_, 0); break;
      case 4: {
        const bool swap = choices_.one_in(2);
        b_.tree.open_conditional("y", TripKind::dynamic, 1);
        chain(swap ? c_ : p_, 0);
        b_.tree.open_else();
        chain(swap ? p_ : c_, 0);
        b_.tree.close();
        break;
      }
      default: {  // a control dependency, its producer before, inside or after the scope it holds
        std::vector<ScopeId> own;
        const std::uint32_t where = choices_.below(3);
        if (where == 0) chain(p_, 0);
        held_ = b_.tree.open_loop("h", TripKind::dynamic, 0, 1);
        if (where == 1) chain(p_, 0);
        b_.tree.close();
        if (where == 2) chain(p_, 0);
      }
    }
  }
  void depend() {
    std::vector<Distance> distances;
    if (!choices_.one_in(4)) {
      for (const ScopeId l : loops_) {
        static constexpr std::array<std::int32_t, 12> first = {0, 1, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1};
        static constexpr std::array<std::int32_t, 12> later = {0, 1, 0, -1, 0, 0, 0, 2, 0, -2, 0, 1};
        const std::int32_t k = distances.empty() ? first[choices_.below(12)] : later[choices_.below(12)];
        if (k != 0) distances.push_back({l, k});
      }
    }
    const bool star = distances.size() == 1 && choices_.one_in(4);
    if (held_.valid()) {
      b_.add_control_dependency(held_, p_, distances, star);
    } else {
      b_.add_dependency(c_, p_, distances, star);
    }
  }
  std::vector<std::uint32_t> list(const Tree& tree, const std::vector<std::vector<std::uint32_t>>& before, ScopeId s) {
    const Scope& scope = tree.scope(s);
    if (scope.trip_kind == TripKind::constant) return {scope.trips};
    std::vector<std::uint32_t> out;
    if (scope.kind == ScopeKind::else_branch) {
      for (const std::uint32_t t : before[scope.sibling.value]) out.push_back(1 - t);
      return out;
    }
    const std::uint32_t visits = 1 + choices_.below(4);
    for (std::uint32_t i = 0; i < visits; ++i) {
      out.push_back(scope.is_branch() ? choices_.below(2) : (choices_.below(6) + 1) / 2);
    }
    return out;
  }

  Choices& choices_;
  ProgramBuilder b_{"p"};
  EngineId engine_;
  std::vector<ScopeId> loops_;
  InstructionId p_;
  InstructionId c_;
  ScopeId held_;
};

std::uint32_t trips_at(const Case& c, ScopeId s, std::uint64_t n) {
  const auto& list = c.trips[s.value];
  return list[std::min<std::uint64_t>(n - 1, list.size() - 1)];
}

// The registers of semantics.md 4, kept along a stream.
class Registers {
 public:
  explicit Registers(const Tree& tree)
      : tree_(tree), r_(tree.scope_count(), 0), t_(tree.scope_count(), 0), starts_(tree.scope_count()) {}

  void enter(ScopeId s) {
    starts_[s.value].push_back(r_);  // every r as it stands at the start of this iteration, before it is counted
    ++r_[s.value];
    ++t_[s.value];
    for (const ScopeId m : tree_.scopes()) {
      if (tree_.scope(m).parent == s) t_[m.value] = 0;
    }
  }
  [[nodiscard]] std::int64_t r(ScopeId s) const { return r_[s.value]; }
  [[nodiscard]] std::int64_t t(ScopeId s) const { return t_[s.value]; }
  // r of `of` at the start of the iteration of `over` that is j before the current one; 0 before the first.
  [[nodiscard]] std::int64_t history(ScopeId of, ScopeId over, std::int64_t j) const {
    const auto& all = starts_[over.value];
    if (j >= static_cast<std::int64_t>(all.size())) return 0;
    return all[all.size() - 1 - static_cast<std::size_t>(j)][of.value];
  }

 private:
  const Tree& tree_;
  std::vector<std::int64_t> r_;
  std::vector<std::int64_t> t_;
  std::vector<std::vector<std::vector<std::int64_t>>> starts_;
};

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

void compare(const Case& c) {
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
  testing::check_choices(40'000, 64, [](Choices& choices) { compare(Draw(choices).finish()); });

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
