// Dependencies that the others already keep.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/redundant.hpp"

#include <algorithm>

#include "core/program/program_builder.hpp"

namespace counterpoint {
namespace {

// Another dependency of the same consumer that says the same and remains.
DependencyId same_as(const Program& program, DependencyId d, const std::vector<bool>& removed) {
  const Dependency& x = program.dependency(d);
  const auto mine = x.control ? program.control_dependencies_of(ScopeId{std::size_t{x.consumer}})
                              : program.dependencies_of(InstructionId{std::size_t{x.consumer}});
  for (const DependencyId other : mine) {
    const Dependency& y = program.dependency(other);
    if (other == d || removed[other.value] || y.producer != x.producer || y.star != x.star) continue;
    if (std::ranges::equal(program.distances_of(d), program.distances_of(other))) return other;
  }
  return DependencyId::none();
}

}  // namespace

Extent enough_for(const Program& program, DependencyId d) {
  const auto distances = program.distances_of(d);
  if (distances.empty()) return {};
  return {distances.front().loop, distances.front().distance};
}

std::vector<Redundancy> redundant(const Program& program, const RedundancyOptions& options) {
  const std::size_t n = program.dependency_count();
  ReachLimits limits;
  limits.steps = std::clamp<std::uint64_t>(options.search_steps / std::max<std::size_t>(n, 1), 500, 200'000);
  Reach reach(program, limits);
  reach.only_any_trips(!options.third_engine);
  std::vector<Redundancy> out;
  std::vector<bool> removed(n, false);
  for (std::size_t i = n; i-- > 0;) {
    const DependencyId d{i};
    const Dependency& x = program.dependency(d);
    if (const DependencyId same = same_as(program, d, removed); same.valid()) {
      out.push_back({d, true, {{PathStepKind::after, Subject::of(x.producer), same}}});
    } else {
      reach.exclude(d);
      const Want want{x.producer, enough_for(program, d)};
      Answer answer = std::move(reach.answer({x.control, x.consumer}, std::span(&want, 1)).front());
      if (!answer.held) {
        reach.include(d);
        continue;
      }
      out.push_back({d, answer.any_trips, std::move(answer.path)});
    }
    removed[i] = true;
    reach.exclude(d);
  }
  return out;
}

Program without(const Program& program, const std::vector<bool>& removed) {
  ProgramBuilder builder(program.tree);
  builder.tree.place_all_like(program.tree);
  for (const DependencyId d : program.all_dependencies()) {
    if (removed[d.value]) continue;
    const Dependency& x = program.dependency(d);
    if (x.control) {
      builder.add_control_dependency(ScopeId{std::size_t{x.consumer}}, x.producer, program.distances_of(d), x.star);
    } else {
      builder.add_dependency(InstructionId{std::size_t{x.consumer}}, x.producer, program.distances_of(d), x.star);
    }
  }
  return builder.finish();
}

}  // namespace counterpoint
