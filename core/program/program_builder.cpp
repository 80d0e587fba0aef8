// Builds a Program.
// SPDX-License-Identifier: Apache-2.0
#include "core/program/program_builder.hpp"

#include <algorithm>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

bool by_consumer(const Dependency& a, const Dependency& b) { return a.consumer < b.consumer; }

}  // namespace

ProgramBuilder::ProgramBuilder(const Program& like) : tree(like.tree) {
  tree.place_all_like(like.tree);
  for (const DependencyId d : like.all_dependencies()) {
    const Dependency& x = like.dependency(d);
    add(x.consumer, x.producer, like.distances_of(d), x.star, x.control);
  }
}

void ProgramBuilder::add(std::uint32_t consumer, InstructionId producer, std::span<const Distance> distances, bool star,
                         bool control) {
  Dependency d;
  d.consumer = consumer;
  d.producer = producer;
  d.first_distance = static_cast<std::uint32_t>(distances_.size());
  d.distance_count = static_cast<std::uint16_t>(distances.size());
  d.star = star;
  d.control = control;
  distances_.insert(distances_.end(), distances.begin(), distances.end());
  (control ? control_ : dependencies_).push_back(d);
}

void ProgramBuilder::add_dependency(InstructionId consumer, InstructionId producer, std::span<const Distance> distances,
                                    bool star) {
  add(consumer.value, producer, distances, star, false);
}

void ProgramBuilder::add_control_dependency(ScopeId scope, InstructionId producer, std::span<const Distance> distances,
                                            bool star) {
  add(scope.value, producer, distances, star, true);
}

Program ProgramBuilder::finish() {
  Program p;
  p.tree = tree.finish();
  p.dependencies = std::move(dependencies_);
  // The text gives them in this order, so the sort is for other callers.
  if (!std::is_sorted(p.dependencies.begin(), p.dependencies.end(), by_consumer)) {
    std::stable_sort(p.dependencies.begin(), p.dependencies.end(), by_consumer);
  }
  std::stable_sort(control_.begin(), control_.end(), by_consumer);
  p.first_control = static_cast<std::uint32_t>(p.dependencies.size());
  p.dependency_start.assign(p.tree.instruction_count() + 1, 0);
  for (const Dependency& d : p.dependencies) {
    require(d.consumer < p.tree.instruction_count(), "the consumer is an instruction of the program");
    ++p.dependency_start[d.consumer + 1];
  }
  for (std::size_t i = 1; i < p.dependency_start.size(); ++i) p.dependency_start[i] += p.dependency_start[i - 1];
  for (const Dependency& d : control_) p.dependencies.push_back(d);
  p.distances = std::move(distances_);
  return p;
}

}  // namespace counterpoint
