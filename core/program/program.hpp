// A program: the tree and the dependencies that must be kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/program/tree.hpp"

namespace counterpoint {

// One nonzero component of a distance vector: `distance` iterations back on `loop` (negative: forward).
struct Distance {
  ScopeId loop;
  std::int32_t distance = 0;
  friend bool operator==(const Distance&, const Distance&) = default;
};

// consumer <- producer, at a distance. Source: semantics.md 1 and language.md "DEP".
struct Dependency {
  std::uint32_t consumer = 0;  // InstructionId; or, for a control dependency, ScopeId of the loop or then branch
  InstructionId producer;
  std::uint32_t first_distance = 0;  // into Program::distances, outermost loop first, zeros left out
  std::uint16_t distance_count = 0;
  bool star = false;     // ends in `@*`: everything up to the end of that iteration of the one named loop
  bool control = false;  // holds the start of a visit of a scope, on every engine
};

class Program {
 public:
  Tree tree;

  [[nodiscard]] std::size_t dependency_count() const { return dependencies.size(); }
  [[nodiscard]] IdRange<DependencyId> all_dependencies() const {
    return {0, static_cast<std::uint32_t>(dependencies.size())};
  }
  [[nodiscard]] const Dependency& dependency(DependencyId d) const { return dependencies[d]; }
  // The dependencies of an instruction, in the order written.
  [[nodiscard]] IdRange<DependencyId> dependencies_of(InstructionId i) const {
    return {dependency_start[i.value], dependency_start[i.value + 1]};
  }
  // The control dependencies of a scope (a loop, or the then branch of a conditional).
  [[nodiscard]] IdRange<DependencyId> control_dependencies_of(ScopeId s) const;
  [[nodiscard]] bool has_control_dependencies() const { return first_control < dependencies.size(); }
  [[nodiscard]] std::span<const Distance> distances_of(DependencyId d) const {
    const Dependency& x = dependencies[d];
    return std::span(distances).subspan(x.first_distance, x.distance_count);
  }

  // Where the consumer of a dependency stands: its scope, and the position of its item in that scope's body.
  // For a control dependency that is the place of the scope in its parent's body.
  [[nodiscard]] ScopeId consumer_scope(DependencyId d) const;
  [[nodiscard]] std::uint32_t consumer_item(DependencyId d) const;
  [[nodiscard]] std::string_view producer_name(DependencyId d) const {
    return tree.instruction_name(dependencies[d].producer);
  }
  // An instruction's name, or the name of the loop or conditional for a control dependency.
  [[nodiscard]] std::string consumer_name(DependencyId d) const;

  // Filled by ProgramBuilder only: dependencies of instructions by consumer, then control dependencies by scope.
  IdVector<DependencyId, Dependency> dependencies;
  std::vector<std::uint32_t> dependency_start;  // one per instruction and one more
  std::uint32_t first_control = 0;
  std::vector<Distance> distances;
};

// Same tree and the same dependencies in the same order, by text. Linear.
[[nodiscard]] bool same_program(const Program& a, const Program& b);

}  // namespace counterpoint
