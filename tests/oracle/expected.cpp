// From our class to the one that the oracle must print.
// SPDX-License-Identifier: Apache-2.0
#include "tests/oracle/expected.hpp"

#include <fmt/format.h>

namespace counterpoint::rocq {

ExpectedClass expected_class(const Program& program, DependencyId d) {
  const Tree& tree = program.tree;
  const Classification c = classify(program, d);
  const bool in_branch = tree.scope(c.common).is_branch();
  const auto history = [&] { return fmt::format("history {} {}", tree.scope(c.carrier).depth, c.distance - 1); };
  if (program.dependency(d).star && in_branch && c.carrier == tree.innermost_loop(c.common)) {
    return {history(), true, c.kind != DependenceClass::history || c.minus_one};
  }
  switch (c.kind) {
    case DependenceClass::direct:
      return {c.distance == 0 ? std::string("now") : fmt::format("direct {}", c.distance), true};
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive: return {"now", true};
    case DependenceClass::history:
      if (in_branch && c.distance == 1 && !c.minus_one && !producer_first(program, d)) return {"now", true, true};
      return {history(), true, c.minus_one};
    case DependenceClass::through: return {history(), true};
    case DependenceClass::two_level:
      if (c.producer_scope != c.common) return {history(), false, true};
      return {fmt::format("two-level {} {} {}", tree.scope(c.carrier).depth, c.distance, c.inner), true};
    case DependenceClass::constant_trips:
      if (c.distance != 0) return {history(), false, true};
      return {fmt::format("static {} {}", tree.scope(c.common).depth, trips_between(tree, c.common, c.producer_scope)),
              true};
    case DependenceClass::strengthened: return {history(), true};
    case DependenceClass::rejected: break;
  }
  return {"rejected", true};
}

}  // namespace counterpoint::rocq
