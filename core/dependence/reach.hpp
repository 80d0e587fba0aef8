// Whether given dependencies and the order of engines already make a consumer wait for a producer.
// SPDX-License-Identifier: Apache-2.0
//
// What. A want says: when consumer c issues, producer e must have retired up to an extent. `Reach` answers whether that
// follows from the dependencies of the program (those not excluded) and from the order of in-order engines, for every
// assignment of trips that the program allows; with a path that shows why.
//
// How. A breadth-first search from c over facts "x has issued / retired up to this extent when c issues":
// - a dependency of an x that has issued: its producer has retired (`after`);
// - issue order: an earlier consumer on the engine of an x that has issued has issued too (`issue_order`); a scope with
//   control dependencies is a consumer on every engine;
// - retirement order, as a last step: e has retired if a later instruction of its engine has (`retire_order`).
// Extents combine as extent.hpp proves. Each fact is kept once per (x, loop), the nearest extent only.
//
// Assumptions. A fact about an x on another engine than c's is carried on only if the scopes of x and of the next one
// are uniform (a chain through a third engine is exact only then, semantics.md 5.11, program 24); `any_trips` says that
// the path needed no such step, so that the answer is right whatever the trips. Retirement order within one body needs
// no uniform scopes by its own rule: R(e) >= R(q) if e stands before q, R(e) >= R(q) - 1 after it.
//
// Sound, not complete: what needs a union of facts that hold in different iterations of a trip is not found. A consumer
// looks at most at `neighbours` consumers of an engine in each direction and loop, and at `steps` facts in all; an
// answer that may have been cut off says so. Cost: linear for a bounded number of steps per consumer.
// Source: semantics.md 5.9 to 5.11.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/dependence/extent.hpp"
#include "core/dependence/subject.hpp"

namespace counterpoint {

enum class PathStepKind : std::uint8_t { after, issue_order, retire_order };

// One step of a path, from the consumer towards the producer: `subject` is what the step arrives at.
struct PathStep {
  PathStepKind kind = PathStepKind::after;
  Subject subject;
  DependencyId dependency;  // for `after`
};

struct Want {
  InstructionId producer;
  Extent extent;
};

struct Answer {
  bool held = false;
  bool any_trips = false;      // right for divergent trips too; else the path crosses an engine and scopes are uniform
  std::vector<PathStep> path;  // if held
};

struct ReachLimits {
  std::uint32_t neighbours = 64;
  std::uint64_t steps = 20'000;  // per consumer
};

class Reach {
 public:
  explicit Reach(const Program& program, ReachLimits limits = {});

  // From now on the program is taken without this dependency.
  void exclude(DependencyId d) { excluded_[d.value] = true; }
  void include(DependencyId d) { excluded_[d.value] = false; }
  // Only what holds for divergent trips too.
  void only_any_trips(bool on) { only_any_trips_ = on; }

  // One answer per want, in order. `cut_off` says whether a limit stopped the search before it was complete.
  [[nodiscard]] std::vector<Answer> answer(const Subject& consumer, std::span<const Want> wants);
  [[nodiscard]] bool cut_off() const { return cut_off_; }

  [[nodiscard]] const ScopeTable& scopes() const { return table_; }

 private:
  struct Fact {
    Subject subject;
    EngineId engine;  // whose order the subject is part of; none for the visit that is the consumer itself
    bool retired = false;
    bool any_trips = false;
    Extent extent;
    std::uint32_t parent = 0;
    PathStepKind kind = PathStepKind::after;
    DependencyId dependency;
  };
  [[nodiscard]] Place place(const Subject& s) const;
  [[nodiscard]] ScopeId common_with_consumer(const Place& at) const;
  [[nodiscard]] IdRange<DependencyId> dependencies_of(const Subject& s) const;
  [[nodiscard]] bool may_leave(const Fact& from, ScopeId at, ScopeId to) const;
  void add(Fact fact, std::uint32_t parent);
  void follow_dependencies(std::uint32_t index);
  void follow_issue_order(std::uint32_t index);
  void collect_earlier(const Fact& from, std::vector<Subject>& out);
  void collect_later(const Fact& from, ScopeId loop, std::vector<Subject>& out);
  void check_wants(std::uint32_t index);
  [[nodiscard]] bool held_by_retirement(const Fact& from, const Want& want, bool& any_trips) const;
  void settle(std::size_t want, std::uint32_t index, bool by_retirement, bool any_trips);
  [[nodiscard]] bool spend(std::uint64_t steps);

  const Program& program_;
  const Tree& tree_;
  ReachLimits limits_;
  ScopeTable table_;
  IdVector<EngineId, std::vector<InstructionId>> consumers_;  // with dependencies, in the order of the text
  std::vector<ScopeId> visits_;                               // with control dependencies, in the order of the text
  std::vector<bool> excluded_;
  bool only_any_trips_ = false;
  bool cut_off_ = false;

  // Of the search at hand.
  Subject consumer_;
  Place consumer_place_;
  EngineId consumer_engine_;
  std::span<const Want> wants_;
  std::vector<Answer> answers_;
  std::vector<std::pair<EngineId, std::size_t>> wants_by_engine_;
  std::size_t open_ = 0;
  std::vector<std::pair<ScopeId, std::int64_t>> loops_;  // the loops that wants speak of, with the largest distance
  std::vector<Fact> facts_;
  std::unordered_map<std::uint64_t, std::uint32_t> known_;
  std::uint64_t spent_ = 0;
};

}  // namespace counterpoint
