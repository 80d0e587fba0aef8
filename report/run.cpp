// Renders outcomes, races, deadlocks and faults of runs.
// SPDX-License-Identifier: Apache-2.0
#include "report/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/step_table.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t last_steps_of_run = 12;

std::string line_text(std::uint32_t line) { return line == 0 ? "" : fmt::format("line {}", line); }

std::string iterations_text(const Tree& tree, ScopeId scope, const std::vector<std::uint32_t>& iterations) {
  std::string out;
  for (ScopeId s = scope; s.valid(); s = tree.scope(s).parent) {
    if (!tree.scope(s).is_loop() || tree.scope(s).depth >= iterations.size()) continue;
    out = fmt::format("{}={}{}{}", tree.scope_name(s), iterations[tree.scope(s).depth], out.empty() ? "" : ", ", out);
  }
  return out;
}

std::string releasers_text(const Tree& tree, const std::vector<Releaser>& releasers) {
  if (releasers.empty()) return "nothing: no statement updates it";
  std::string out;
  for (const Releaser& r : releasers) {
    out += fmt::format("{}{} on {} ({})", out.empty() ? "" : "; ", r.statement, tree.engine_name(r.engine), r.where);
  }
  return out;
}

std::string reason_text(const Stuck& stuck, const StuckTest* test) {
  if (test != nullptr) {
    return fmt::format("{} {} {}, it is {}", test->cell, test->kind == TestKind::equal ? "==" : ">=", test->needed,
                       test->value);
  }
  switch (stuck.reason) {
    case Blocked::Reason::barrier: return "the other engines";
    case Blocked::Reason::window: return "a place in its window";
    default: return "what it has in flight";
  }
}

}  // namespace

int OutcomeLine::color() const {
  constexpr std::array<std::string_view, 3> good = {"completed", "equivalent", "clean"};
  constexpr std::array<std::string_view, 3> open = {"refines", "undecided", "limit"};
  if (std::ranges::find(good, word) != good.end()) return 32;
  return std::ranges::find(open, word) != open.end() ? 33 : 31;
}

std::string render(const OutcomeLine& line, bool color) {
  std::string out = color ? fmt::format("{}: \x1b[1;{}m{}\x1b[0m", line.kind, line.color(), line.word)
                          : fmt::format("{}: {}", line.kind, line.word);
  for (const auto& [key, value] : line.facts) {
    std::string text = value;
    std::ranges::replace(text, ' ', ',');
    out += fmt::format(" {}={}", key, text);
  }
  return out + "\n";
}

std::string digest_text(std::uint64_t digest) { return fmt::format("0x{:016x}", digest); }

std::string instance_text(const Tree& tree, InstructionId i, const std::vector<std::uint32_t>& iterations) {
  const std::string where = iterations_text(tree, tree.scope_of(i), iterations);
  return where.empty() ? std::string(tree.instruction_name(i))
                       : fmt::format("{} in {}", tree.instruction_name(i), where);
}

std::string render(const Tree& tree, const Race& race) {
  const auto access = [&](const RacyAccess& a) {
    return fmt::format("{} ({}, {})", instance_text(tree, a.instruction, a.iterations), a.write ? "writes" : "reads",
                       line_text(tree.line_of(a.instruction)));
  };
  return fmt::format(
      "race on {}:\n  {} on engine {}\n  {} on engine {}\nNothing makes the later one wait for the retirement of the "
      "other.\n  help: `counterpoint deps` lists the dependencies that the accesses need and the program lacks; "
      "engines that commit in order are declared `inorder`\n",
      race.slot, access(race.first), tree.engine_name(race.first.engine), access(race.second),
      tree.engine_name(race.second.engine));
}

std::string render_deadlock(const Tree& tree, const std::vector<Stuck>& stuck) {
  std::string out = fmt::format("deadlock: {} cannot go on\n", counted(stuck.size(), "engine"));
  Table table;
  for (const Stuck& s : stuck) {
    std::string name(tree.engine_name(s.engine));
    std::string statement = s.statement;
    const std::string where = iterations_text(tree, s.scope, s.iterations);
    if (!where.empty()) statement += " in " + where;
    if (s.tests.empty()) {
      const std::string who = s.absent.empty() ? "" : releasers_text(tree, s.absent);
      table.add({name, statement, "waits for " + reason_text(s, nullptr), who});
    }
    for (const StuckTest& t : s.tests) {
      table.add(
          {name, statement, "waits for " + reason_text(s, &t), "released by " + releasers_text(tree, t.releasers)});
      name.clear();
      statement.clear();
    }
  }
  return out + table.text(2);
}

std::string render(const RunSummary& summary, bool verbose) {
  const Tree& tree = *summary.tree;
  const RunResult& result = *summary.result;
  std::string out = fmt::format(
      "{} ({}): {} issued on {} in {}{}\n", tree.name(), summary.implementation ? "implementation" : "program",
      counted(result.issued, "instruction"), counted(tree.engine_count(), "engine"), counted(result.steps, "step"),
      summary.runs > 1 ? fmt::format(", the last of {} runs", summary.runs) : "");
  const bool stopped = result.outcome == Outcome::deadlock || result.outcome == Outcome::fault;
  if (!result.steps_taken.empty() && (verbose || stopped)) {
    out += render_steps(tree, result.steps_taken, {}, verbose ? most_steps_shown : last_steps_of_run);
  }
  if (result.race) out += render(tree, *result.race);
  if (!result.stuck.empty()) out += render_deadlock(tree, result.stuck);
  if (result.fault) out += fmt::format("fault: {}\n", result.fault_text);
  if (result.mixed) {
    out += fmt::format("The engines met at different barriers: the {} of {} and the {} of {} in the text.\n",
                       result.mixed->first_barrier + 1, tree.engine_name(result.mixed->first_engine),
                       result.mixed->second_barrier + 1, tree.engine_name(result.mixed->second_engine));
  }
  if (!result.races_undecided.empty()) out += fmt::format("Races were not decided: {}.\n", result.races_undecided);
  if (result.outcome == Outcome::limit) {
    out += summary.replayed ? "The trace ends before the run does.\n"
                            : "The limit on steps was reached; --max-steps raises it.\n";
  }
  return out;
}

}  // namespace counterpoint::report
