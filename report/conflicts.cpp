// Renders what buffers need of a program.
// SPDX-License-Identifier: Apache-2.0
#include "report/conflicts.hpp"

#include <fmt/format.h>

#include "core/dependence/wording.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

// "load writes tile[kv], qk reads tile[kv+1]", the earlier one first.
std::string accesses(const Tree& tree, const Conflict& c) {
  const auto one = [&](InstructionId i, const Access& a) {
    return fmt::format("{} {} {}", tree.instruction_name(i), a.write ? "writes" : "reads", access_text(tree, a));
  };
  return fmt::format("{}, {}", one(c.earlier, c.earlier_access), one(c.later, c.later_access));
}

}  // namespace

std::string conflict_reason(const Program& program, const Derivation& derivation, const Conflict& conflict) {
  const Tree& tree = program.tree;
  switch (conflict.status) {
    case ConflictStatus::given: return fmt::format("after {}", producer_text(program, conflict.given));
    case ConflictStatus::implied:
      if (conflict.in_order) return fmt::format("{} is inorder", tree.engine_name(tree.engine_of(conflict.later)));
      return path_text(program, Subject{false, conflict.later.value}, derivation.path(conflict)) +
             (conflict.any_trips ? "" : " (trips are uniform)");
    case ConflictStatus::missing: break;
  }
  return conflict.cut_off ? "the search for a path was cut off" : "";
}

std::string render_conflicts(const Program& program, const Derivation& derivation) {
  const Tree& tree = program.tree;
  std::string out = fmt::format("{}: {} of accesses: {} given, {} implied, {} missing\n", tree.name(),
                                counted(derivation.conflicts.size(), "conflicting pair"), derivation.given,
                                derivation.implied, derivation.missing);
  Table table;
  for (const Conflict& c : derivation.conflicts) {
    table.add({std::string(status_text(c.status)), std::string(kind_text(c.kind)),
               fmt::format("{} after {}", tree.instruction_name(c.later), producer_text(tree, c)), accesses(tree, c),
               conflict_reason(program, derivation, c)});
  }
  out += table.text(2);
  if (derivation.truncated) out += "There are more conflicting pairs than the limit; these are the first.\n";
  return out;
}

}  // namespace counterpoint::report
