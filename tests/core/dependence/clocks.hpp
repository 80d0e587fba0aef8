// Closed clocks of a program for given trips, from their definition.
// SPDX-License-Identifier: Apache-2.0
//
// A closed clock says what must have retired before an instance issues.
// Source: semantics.md 6. One maximal run is made greedily (each instance retires as it issues; guards come from the
// slow Equation 1 of streams.hpp). The clock of an issue joins that of the issue before it on its engine and, for each
// dependency, that of the retirement it waits for; the clock of a retirement joins its issue and the retirement before
// it. A clock is one count of retirements per engine.
#pragma once

#include <functional>
#include <vector>

#include "tests/core/dependence/streams.hpp"

namespace counterpoint::testing {

struct Instance {
  InstructionId instruction;
  EngineId engine;
  std::uint32_t ordinal = 0;         // among the instructions of its engine, from 0
  std::vector<std::int64_t> vector;  // iterations, root first
  std::vector<std::uint32_t> clock;  // retirements needed before it issues, by engine
  const Event* event = nullptr;
  bool live = false;
};

using EngineTrips = std::function<std::uint32_t(EngineId, ScopeId, std::uint64_t)>;

class ProgramClocks {
 public:
  ProgramClocks(const Program& program, const EngineTrips& trips)
      : program_(program), of_instruction_(program.tree.instruction_count()) {
    for (const EngineId e : program.tree.engines()) {
      const TripsOf mine = [&, e](ScopeId s, std::uint64_t n) { return trips(e, s, n); };
      streams_.emplace_back(Stream(program.tree, mine).events());
    }
    run();
  }
  [[nodiscard]] const std::vector<Instance>& instances() const { return instances_; }
  [[nodiscard]] const std::vector<Event>& stream(EngineId e) const { return streams_[e.value]; }
  // What needs what, in the order of each engine: the clock of every instruction and of every visit that waits.
  [[nodiscard]] std::vector<std::vector<std::vector<std::uint32_t>>> summary() const { return waits_; }
  // The n-th instance (from 1) of an instruction that issued, or null.
  [[nodiscard]] const Instance* nth(InstructionId i, std::int64_t n) const {
    const auto& all = of_instruction_[i.value];
    return n >= 1 && n <= static_cast<std::int64_t>(all.size()) ? &instances_[all[static_cast<std::size_t>(n - 1)]]
                                                                : nullptr;
  }

 private:
  using Clock = std::vector<std::uint32_t>;
  static void join(Clock& into, const Clock& from) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], from[i]);
  }
  // The clock of the guards of an event; nothing if one of them does not hold yet.
  std::optional<Clock> guards(EngineId e, const Event& event) {
    Clock clock(streams_.size(), 0);
    const IdRange<DependencyId> dependencies =
        event.kind == EventKind::visit ? program_.control_dependencies_of(ScopeId{std::size_t{event.subject}})
                                       : program_.dependencies_of(InstructionId{std::size_t{event.subject}});
    for (const DependencyId d : dependencies) {
      const auto n = owed(program_, d, streams_[e.value], event);
      if (!n.has_value() || *n == 0) continue;
      const Instance* p = nth(program_.dependency(d).producer, *n);
      if (p == nullptr) return std::nullopt;
      join(clock, retired_[p->engine.value][p->ordinal]);
    }
    return clock;
  }
  bool advance(EngineId e, std::size_t& at, Clock& issued) {
    const Event& event = streams_[e.value][at];
    const bool mine =
        event.kind == EventKind::instruction && program_.tree.engine_of(InstructionId{std::size_t{event.subject}}) == e;
    if (event.kind == EventKind::visit || mine) {
      const auto clock = guards(e, event);
      if (!clock.has_value()) return false;
      join(issued, *clock);
      waits_[e.value].push_back(issued);
    }
    ++at;
    if (!mine) return true;
    auto& retired = retired_[e.value];
    Instance x;
    x.instruction = InstructionId{std::size_t{event.subject}};
    x.engine = e;
    x.ordinal = static_cast<std::uint32_t>(retired.size());
    x.vector = event.vector;
    x.clock = issued;
    x.event = &event;
    Clock after = issued;
    if (!retired.empty()) join(after, retired.back());
    after[e.value] = std::max(after[e.value], x.ordinal + 1);
    retired.push_back(after);
    of_instruction_[event.subject].push_back(instances_.size());
    instances_.push_back(x);
    return true;
  }
  void run() {
    const std::size_t engines = streams_.size();
    retired_.resize(engines);
    waits_.resize(engines);
    std::vector<std::size_t> at(engines, 0);
    std::vector<Clock> issued(engines, Clock(engines, 0));
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t e = 0; e < engines; ++e) {
        while (at[e] < streams_[e].size() && advance(EngineId{e}, at[e], issued[e])) moved = true;
      }
    }
  }

  const Program& program_;
  std::vector<std::vector<Event>> streams_;
  std::vector<Instance> instances_;
  std::vector<std::vector<std::size_t>> of_instruction_;
  std::vector<std::vector<Clock>> retired_;  // by engine and ordinal
  std::vector<std::vector<Clock>> waits_;    // by engine, in the order of its stream
};

}  // namespace counterpoint::testing
