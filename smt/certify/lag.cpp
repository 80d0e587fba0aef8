// Runs a program with one consumer held.
// SPDX-License-Identifier: Apache-2.0
#include "smt/certify/lag.hpp"

#include <algorithm>
#include <vector>

#include "core/machine/specification.hpp"

namespace counterpoint::smt {
namespace {

constexpr std::size_t most_consumers = 64;
constexpr std::size_t most_instructions = 10'000;
constexpr std::size_t most_steps = 20'000;
constexpr std::uint32_t fewer = 8;
constexpr std::uint32_t more = 16;

class Held {
 public:
  Held(const Program& program, std::uint32_t trips)
      : machine_(specification_machine(program, Trips(program.tree, trips))) {}

  // The leads of the producers of c when only c is left to issue, in the order of its dependencies; none if c's engine
  // does not come to it, or the run is too long.
  std::vector<std::int64_t> leads(InstructionId c) const {
    MachineState s = machine_.start();
    const EngineId home = machine_.tree().engine_of(c);
    if (!run(s, c) || machine_.op(s, home).code != OpCode::issue) return {};
    const Event& event = machine_.event(s, home);
    if (event.subject != c.value) return {};
    std::vector<std::int64_t> found;
    for (std::uint32_t i = event.first_test; i < event.last_test; ++i) {
      const Test& test = machine_.code().tests[i];
      found.push_back(s.cells[test.cell] - machine_.value(s, home, test.value));
    }
    return found;
  }

 private:
  // Takes every step but the issue of c. False if there are too many.
  bool run(MachineState& s, InstructionId c) const {
    std::vector<Step> steps;
    std::size_t taken = 0;
    for (bool moved = true; moved;) {
      moved = false;
      for (const EngineId e : machine_.tree().engines()) {
        steps.clear();
        machine_.enabled(s, e, steps);
        const auto next = std::ranges::find_if(
            steps, [&](const Step& x) { return x.kind != StepKind::issue || x.subject != c.value; });
        if (next == steps.end()) continue;
        machine_.apply(s, *next);
        moved = true;
        if (++taken > most_steps) return false;
      }
    }
    return true;
  }

  Machine machine_;
};

}  // namespace

std::optional<GrowingLag> growing_lag(const Program& program) {
  if (program.tree.instruction_count() > most_instructions) return std::nullopt;
  const Held short_runs(program, fewer);
  const Held long_runs(program, more);
  std::size_t looked_at = 0;
  for (const InstructionId c : program.tree.instructions()) {
    const auto dependencies = program.dependencies_of(c);
    if (dependencies.empty()) continue;
    if (++looked_at > most_consumers) break;
    const std::vector<std::int64_t> at_fewer = short_runs.leads(c);
    const std::vector<std::int64_t> at_more = long_runs.leads(c);
    std::size_t n = 0;
    for (const DependencyId d : dependencies) {
      if (n >= at_fewer.size() || n >= at_more.size()) break;
      if (at_more[n] >= at_fewer[n] + (more - fewer)) {
        return GrowingLag{c, program.dependency(d).producer, fewer, more, at_fewer[n], at_more[n]};
      }
      ++n;
    }
  }
  return std::nullopt;
}

}  // namespace counterpoint::smt
