// Renders runs of a program and an implementation against each other.
// SPDX-License-Identifier: Apache-2.0
#include "report/pair.hpp"

#include <fmt/format.h>

#include "core/machine/replay.hpp"
#include "report/step_table.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t last_steps = 12;

}  // namespace

std::string explain_difference(const PairSummary& summary) {
  const Difference& d = *summary.result->difference;
  const Machine& follower = d.implementation_leads ? *summary.program : *summary.implementation;
  const MachineState& state = d.implementation_leads ? d.program : d.implementation;
  const std::string why = d.refused ? explain_refusal(follower, state, *d.refused) : "";
  switch (d.kind) {
    case DifferenceKind::early:
      if (!d.refused) return "the program stops here, the implementation goes on";
      return fmt::format("the implementation takes '{}', which the program does not allow: {}",
                         to_text(follower.tree(), *d.refused), why);
    case DifferenceKind::late:
      return fmt::format("the program takes '{}', which the implementation does not allow yet: {}",
                         to_text(follower.tree(), *d.refused), why);
    case DifferenceKind::stuck: return "the implementation stops here, the program goes on";
    case DifferenceKind::fault: return explain_fault(*summary.implementation, *d.implementation.fault);
    case DifferenceKind::state: return "both end, but the data differ from those of another run";
  }
  return "";
}

std::string render(const PairSummary& summary) {
  const MutualReplayResult& result = *summary.result;
  std::string out = fmt::format(
      "{}: {} random runs of the implementation taken on the program, {} of the program on the implementation\n"
      "  {} visible steps were enabled on the other side\n",
      summary.program->tree().name(), result.runs, result.runs, result.steps);
  if (result.difference) {
    const Difference& d = *result.difference;
    const Tree& tree = (d.implementation_leads ? *summary.implementation : *summary.program).tree();
    out += fmt::format("difference in the run of the {} with seed {}, step {}:\n  {}\n",
                       d.implementation_leads ? "implementation" : "program", d.seed, d.steps.size(),
                       explain_difference(summary));
    if (!d.steps.empty()) out += render_steps(tree, d.steps, {}, last_steps);
    out +=
        fmt::format("  again: --seed {} --repeat 1; --trace FILE saves its steps, --replay FILE takes them\n", d.seed);
    if (d.kind == DifferenceKind::stuck) {
      out += render_deadlock(tree, explain_deadlock(*summary.implementation, d.implementation));
    }
    return out;
  }
  if (result.deadlocks > 0) out += fmt::format("  {} runs end in a deadlock, on both sides\n", result.deadlocks);
  if (summary.race != nullptr) {
    out += render(summary.program->tree(), *summary.race);
    out += "The program is racy for these trips: final states depend on the schedule and were not compared.\n";
  } else if (result.state) {
    out += fmt::format("  every run ends with the data {}\n", digest_text(*result.state));
  }
  return out;
}

}  // namespace counterpoint::report
