// Reads a target off a dependency's class.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/target.hpp"

#include <algorithm>

#include "core/dependence/owed.hpp"

namespace counterpoint::smt {

Target target_of(const Program& program, const Implementation& implementation, const Pairing& pairing, DependencyId d) {
  const Classification c = classify(program, d);
  const Tree& tree = program.tree;
  Target t;
  t.producer = pairing.to_implementation[program.dependency(d).producer];
  t.producer_engine = implementation.tree.engine_of(t.producer);
  t.producer_scope = c.producer_scope;
  t.common = c.common;
  t.distance = c.distance;
  t.scope = c.carrier;
  for (const Distance& x : owed_beyond(program, d)) t.owed.emplace_back(x.loop, x.distance);
  switch (c.kind) {
    case DependenceClass::direct:
    case DependenceClass::nested_forward:
    case DependenceClass::nested_backward:
    case DependenceClass::exclusive:
    case DependenceClass::history:
    case DependenceClass::through:
      t.kind = c.distance == 0 ? TargetKind::now : TargetKind::back;
      // An iteration of a branch is one of the loop around it.
      if (c.distance == 0) t.scope = tree.innermost_loop(c.common);
      break;
    case DependenceClass::two_level:
      t.kind = TargetKind::two_level;
      t.inner_scope = c.common;
      t.inner = c.inner;
      t.factor = c.factor;
      break;
    case DependenceClass::constant_trips: {
      t.kind = c.never_owed ? TargetKind::never : TargetKind::closed;
      for (ScopeId s = c.common; s != c.carrier; s = tree.scope(s).parent) {
        std::int64_t distance = 0;
        for (const Distance& x : program.distances_of(d)) {
          if (x.loop == s) distance = x.distance;
        }
        t.distances.emplace_back(s, distance);
      }
      std::reverse(t.distances.begin(), t.distances.end());
      break;
    }
    case DependenceClass::strengthened: t.kind = TargetKind::bounded; break;
    case DependenceClass::rejected: t.kind = TargetKind::future; break;
  }
  return t;
}

}  // namespace counterpoint::smt
