// Builds a Program: the tree in the order of the text, dependencies in any order.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/program/program.hpp"
#include "core/program/tree_builder.hpp"

namespace counterpoint {

class ProgramBuilder {
 public:
  explicit ProgramBuilder(std::string_view name) : tree(name) {}
  // A program on the tree of another (names shared), to be given other dependencies. Place every scope and instruction.
  explicit ProgramBuilder(const Tree& like) : tree(like) {}
  // The same program, to be given more dependencies: scopes, instructions and dependencies are in place.
  explicit ProgramBuilder(const Program& like);

  TreeBuilder tree;

  // `distances` are outermost first, on common loops, without zeros.
  void add_dependency(InstructionId consumer, InstructionId producer, std::span<const Distance> distances = {},
                      bool star = false);
  void add_control_dependency(ScopeId scope, InstructionId producer, std::span<const Distance> distances = {},
                              bool star = false);
  void reserve_dependencies(std::size_t n) { dependencies_.reserve(n); }
  [[nodiscard]] Program finish();

 private:
  void add(std::uint32_t consumer, InstructionId producer, std::span<const Distance> distances, bool star,
           bool control);
  IdVector<DependencyId, Dependency> dependencies_;
  IdVector<DependencyId, Dependency> control_;
  std::vector<Distance> distances_;
};

}  // namespace counterpoint
