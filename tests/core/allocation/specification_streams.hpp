// What each event of the specification needs: Equation 1 counted out.
// SPDX-License-Identifier: Apache-2.0
//
// Every stream is written out with full iteration vectors; no class, no counter, no closed form. Source:
// semantics.md 1.
#pragma once

#include <algorithm>
#include <optional>

#include "core/program/program.hpp"
#include "tests/core/allocation/stream.hpp"

namespace counterpoint::testing {

class SpecificationWalk : public Walk {
 public:
  struct Instance {
    StreamEvent::Kind kind;
    std::uint32_t subject;
    std::vector<std::int64_t> vector;
  };
  SpecificationWalk(const Program& p, const RunTrips& trips, EngineId e) : Walk(p.tree, trips, e), program_(p) {}
  std::vector<Instance> instances;
  std::map<std::uint32_t, std::vector<std::vector<std::int64_t>>> entries;  // by scope

 private:
  void entry(ScopeId s) override { entries[s.value].push_back(vector()); }
  void visit(ScopeId s) override {
    if (!program_.control_dependencies_of(s).empty())
      instances.push_back({StreamEvent::Kind::visit, s.value, vector()});
  }
  void block(BlockId b) override {
    for (std::uint32_t i = tree().block(b).first; i < tree().block(b).last; ++i) {
      if (tree().engine_of(InstructionId{std::size_t{i}}) != engine()) continue;
      instances.push_back({StreamEvent::Kind::issue, i, vector()});
    }
  }
  const Program& program_;
};

// Equation 1: the retirements of the producer that are owed; nothing if none are.
inline std::optional<std::int64_t> owed(const Program& program, DependencyId d, const SpecificationWalk& own,
                                        const std::vector<std::int64_t>& at) {
  const Tree& tree = program.tree;
  const ScopeId producer_scope = tree.scope_of(program.dependency(d).producer);
  const ScopeId common = tree.innermost_common(program.consumer_scope(d), producer_scope);
  const auto distances = program.distances_of(d);
  const ScopeId last = program.dependency(d).star ? distances.back().loop : common;
  const std::size_t length = tree.scope(last).depth + 1;
  std::vector<std::int64_t> target(at.begin(), at.begin() + static_cast<long>(length));
  for (const Distance& x : distances) target[tree.scope(x.loop).depth] -= x.distance;
  if (std::ranges::any_of(target, [](std::int64_t t) { return t <= 0; })) return std::nullopt;
  const auto found = own.entries.find(producer_scope.value);
  if (found == own.entries.end()) return 0;
  return std::ranges::count_if(found->second, [&](const std::vector<std::int64_t>& v) {
    return !std::lexicographical_compare(target.begin(), target.end(), v.begin(),
                                         v.begin() + static_cast<long>(length));
  });
}

inline Streams specification_streams(const Program& program, const RunTrips& trips) {
  std::vector<SpecificationWalk> walks;
  std::vector<std::vector<std::uint32_t>> retirements(program.tree.instruction_count());
  for (const EngineId e : program.tree.engines()) {
    walks.emplace_back(program, trips, e).run();
    std::uint32_t retired = 0;
    for (const auto& x : walks.back().instances) {
      if (x.kind == StreamEvent::Kind::issue) retirements[x.subject].push_back(++retired);
    }
  }
  Streams out;
  for (const SpecificationWalk& own : walks) {
    auto& stream = out.emplace_back();
    for (const auto& x : own.instances) {
      StreamEvent& event = stream.emplace_back();
      event.kind = x.kind;
      event.subject = x.subject;
      const auto dependencies = x.kind == StreamEvent::Kind::issue
                                    ? program.dependencies_of(InstructionId{std::size_t{x.subject}})
                                    : program.control_dependencies_of(ScopeId{std::size_t{x.subject}});
      for (const DependencyId d : dependencies) {
        const std::int64_t count = owed(program, d, own, x.vector).value_or(0);
        const InstructionId p = program.dependency(d).producer;
        if (count <= 0) continue;
        const auto& of_p = retirements[p.value];
        if (count > static_cast<std::int64_t>(of_p.size())) {
          event.never = true;
        } else {
          event.needs.emplace_back(program.tree.engine_of(p).value, of_p[static_cast<std::size_t>(count - 1)]);
        }
      }
    }
  }
  return out;
}
}  // namespace counterpoint::testing
