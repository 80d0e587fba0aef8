// Random programs and trips for the tests of this folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/program/program_builder.hpp"
#include "tests/core/dependence/choices.hpp"

namespace counterpoint::testing {

// Draws a tree of depth <= 3 with 2-7 instructions, calling `fill` after each: dynamic loops (1/2), loops of
// `least_trips` to 2 trips (1/4), branches (1/4). With `divergent`, half of the dynamic loops are divergent instead.
template <class Fill>
void draw_tree(Choices& choices, TreeBuilder& tree, std::uint32_t engines, std::uint32_t least_trips, bool divergent,
               Fill fill) {
  const auto open = [&] {
    switch (choices.below(4)) {
      case 0: tree.open_loop("l", TripKind::constant, least_trips + choices.below(3 - least_trips), 1); break;
      case 1: tree.open_conditional("x", TripKind::dynamic, 1); break;
      default: {
        const bool differs = divergent && choices.one_in(2);
        tree.open_loop("l", differs ? TripKind::divergent : TripKind::dynamic, 0, 1);
      }
    }
  };
  const std::uint32_t items = 2 + choices.below(6);
  for (std::uint32_t i = 0; i < items; ++i) {
    const std::uint32_t move = choices.below(6);
    if (move <= 1 && tree.depth() < 3) open();
    if (move == 0 && tree.depth() < 3) open();
    if (move == 2 && tree.depth() > 0) tree.close();
    if (move == 3 && tree.depth() > 0 && tree.scope(tree.current()).kind == ScopeKind::then_branch) tree.open_else();
    (void)tree.add_instruction(EngineId{std::size_t{choices.below(engines)}}, "i", 1);
    fill();
  }
  while (tree.depth() > 0) tree.close();
}

// Adds `count` dependencies between any two instructions, one in four a control dependency: distance 0 (1/3), or 1-2 on
// a common loop, then on deeper ones 0 (1/2), -1 or 1; half of those on one loop end in `*`.
inline void draw_dependencies(Choices& choices, const Tree& tree, std::uint32_t count, ProgramBuilder& builder) {
  const auto n = static_cast<std::uint32_t>(tree.instruction_count());
  for (std::uint32_t i = 0; i < count; ++i) {
    const InstructionId p{std::size_t{choices.below(n)}};
    const InstructionId c{std::size_t{choices.below(n)}};
    const ScopeId held{std::size_t{choices.below(static_cast<std::uint32_t>(tree.scope_count()))}};
    const bool control = choices.one_in(4) && held != Tree::root() && tree.scope(held).kind != ScopeKind::else_branch;
    std::vector<ScopeId> loops;  // common, outermost first
    for (ScopeId s = tree.innermost_common(control ? tree.scope(held).parent : tree.scope_of(c), tree.scope_of(p));
         s != Tree::root(); s = tree.scope(s).parent) {
      if (tree.scope(s).is_loop()) loops.insert(loops.begin(), s);
    }
    std::vector<Distance> distances;
    if (!loops.empty() && choices.below(3) != 0) {
      std::size_t at = choices.below(static_cast<std::uint32_t>(loops.size()));
      distances.push_back({loops[at], 1 + static_cast<std::int32_t>(choices.below(2))});
      while (++at < loops.size()) {
        if (choices.one_in(2)) distances.push_back({loops[at], choices.one_in(2) ? 1 : -1});
      }
    }
    if (distances.empty() && !control && p >= c) continue;  // would only deadlock
    const bool star = distances.size() == 1 && choices.one_in(2);
    if (control) {
      builder.add_control_dependency(held, p, distances, star);
    } else {
      builder.add_dependency(c, p, distances, star);
    }
  }
}

// Trip lists of 1-4 visits of 0 to `most` iterations; a divergent loop, or with `differ` any scope,
// draws one list per engine.
class DrawnTrips {
 public:
  DrawnTrips(const Tree& tree, Choices& choices, bool differ = false, std::uint32_t most = 2)
      : tree_(tree), lists_(tree.scope_count()) {
    for (const ScopeId s : tree.scopes()) {
      const Scope& x = tree.scope(s);
      const std::size_t lists = differ || x.trip_kind == TripKind::divergent ? tree.engine_count() : 1;
      for (std::size_t i = 0; i < lists; ++i) {
        auto& list = lists_[s.value].emplace_back();
        const std::uint32_t visits = 1 + choices.below(4);
        for (std::uint32_t v = 0; v < visits; ++v) list.push_back(choices.below(x.is_branch() ? 2 : most + 1));
      }
    }
  }
  std::uint32_t operator()(EngineId e, ScopeId s, std::uint64_t n) const {
    const Scope& x = tree_.scope(s);
    if (x.trip_kind == TripKind::constant) return x.trips;
    const bool other = x.kind == ScopeKind::else_branch;
    const auto& lists = lists_[(other ? x.sibling : s).value];
    const auto& list = lists.size() > 1 ? lists[e.value] : lists[0];
    const std::uint32_t t = list[std::min<std::uint64_t>(n - 1, list.size() - 1)];
    return other ? 1 - t : t;
  }

 private:
  const Tree& tree_;
  std::vector<std::vector<std::vector<std::uint32_t>>> lists_;
};

}  // namespace counterpoint::testing
