// Dependencies, accesses and paths in the words of the program.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/wording.hpp"

#include <fmt/format.h>

#include <array>

namespace counterpoint {

std::string producer_text(const Tree& tree, std::string_view producer, std::span<const Distance> distances, bool star) {
  std::string text(producer);
  for (const Distance& x : distances)
    text += fmt::format("@{}{:+d}", tree.scope_name(x.loop), -std::int64_t{x.distance});
  if (star) text += "@*";
  return text;
}

std::string producer_text(const Program& program, DependencyId d) {
  return producer_text(program.tree, program.producer_name(d), program.distances_of(d), program.dependency(d).star);
}

std::string producer_text(const Tree& tree, const Conflict& c) {
  if (c.distance.now()) return std::string(tree.instruction_name(c.earlier));
  const Distance distance{c.distance.loop, static_cast<std::int32_t>(c.distance.back)};
  return producer_text(tree, tree.instruction_name(c.earlier), std::span(&distance, 1), c.star);
}

std::string dependency_text(const Program& program, DependencyId d) {
  const Dependency& x = program.dependency(d);
  return fmt::format("{} <- {}", subject_name(program.tree, {x.control, x.consumer}), producer_text(program, d));
}

std::string access_text(const Tree& tree, const Access& access) {
  std::string text(tree.buffer_name(access.buffer));
  if (access.kind == SlotKind::constant) return fmt::format("{}[{}]", text, access.slot);
  if (access.kind == SlotKind::only) return text;
  if (access.shift == 0) return fmt::format("{}[{}]", text, tree.scope_name(access.loop));
  return fmt::format("{}[{}{:+d}]", text, tree.scope_name(access.loop), access.shift);
}

std::string_view kind_text(ConflictKind kind) {
  constexpr std::array<std::string_view, 3> words = {"true", "anti", "output"};
  return words[static_cast<std::size_t>(kind)];
}

std::string_view status_text(ConflictStatus status) {
  constexpr std::array<std::string_view, 3> words = {"given", "implied", "missing"};
  return words[static_cast<std::size_t>(status)];
}

std::string path_text(const Program& program, const Subject& consumer, std::span<const PathStep> path) {
  const Tree& tree = program.tree;
  std::string text = subject_name(tree, consumer);
  Subject from = consumer;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PathStep& step = path[i];
    if (i > 0) text += ", which";
    if (step.kind == PathStepKind::after) {
      text += " waits for " + producer_text(program, step.dependency);
    } else {
      text += step.kind == PathStepKind::issue_order ? " comes after " : " retires after ";
      text += subject_name(tree, step.subject);
      // A visit is on every engine, so the engine is that of the other end.
      const Subject& on = from.visit ? step.subject : from;
      if (!on.visit) text += fmt::format(" on {}", tree.engine_name(tree.engine_of(on.instruction())));
    }
    from = step.subject;
  }
  return text;
}

}  // namespace counterpoint
