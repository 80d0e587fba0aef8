// The command `run PROGRAM --against IMPL`.
// SPDX-License-Identifier: Apache-2.0
#include "cli/run_pair.hpp"

#include <fmt/format.h>

#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/trace_files.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "report/json.hpp"
#include "report/pair.hpp"
#include "verify/mutual_replay.hpp"

namespace counterpoint::cli {
namespace {

// Whether the program is racy for these trips: then final states are not compared.
std::optional<Race> race_of(const Machine& program, const RunOptions& options) {
  RunOptions once = options;
  once.schedule = Schedule::round_robin;
  return run(program, once).race;
}

report::OutcomeLine outcome_line(const Session& session, const Machine& program, const MutualReplayOptions& options,
                                 const MutualReplayResult& result, bool racy) {
  report::OutcomeLine line;
  line.word = result.difference      ? "differs"
              : result.limited       ? "limit"
              : racy                 ? "racy"
              : result.deadlocks > 0 ? "deadlock"
                                     : "completed";
  if (result.difference) line.add("reason", std::string(difference_name(result.difference->kind)));
  line.add("schedule", "random");
  line.add("seed", std::to_string(result.difference ? result.difference->seed : options.seed));
  line.add("runs", std::to_string(result.runs));
  line.add("steps", std::to_string(result.steps));
  if (result.state) line.add("state", report::digest_text(*result.state));
  add_bounds(session, program, line);
  if (result.eager) line.add("assume", "internal-steps-first");
  return line;
}

Exit exit_of(const std::string& word) {
  if (word == "completed") return Exit::success;
  return word == "limit" ? Exit::undecided : Exit::refuted;
}

}  // namespace

Pairing complete_from(Session& session, const Program& program, Implementation& implementation, const Source& source) {
  auto pairing = pair_up(program, implementation);
  if (!pairing) session.stop(std::move(pairing.error()), source);
  implementation = complete(program, implementation, *pairing);
  return std::move(*pairing);
}

void add_bounds(const Session& session, const Machine& machine, report::OutcomeLine& line) {
  const Arguments& arguments = session.arguments();
  for (const std::string_view option : {"window", "width", "compare"}) {
    if (arguments.given(option)) line.add(std::string(option), arguments.value(option));
  }
  if (const std::string resized = machine.trips().resized(); !resized.empty()) line.add("resize", resized);
}

Exit run_pair(Session& session) {
  const Arguments& arguments = session.arguments();
  for (const std::string_view option : {"replay", "program"}) {
    if (arguments.given(option)) {
      throw Failure(Exit::usage, fmt::format("'--{}' and '--against' do not go together", option));
    }
  }
  const auto program = read_program(session, arguments.operands[0]);
  auto implementation = read_implementation(session, arguments.value("against"));
  const Pairing pairing = complete_from(session, program.content, implementation.content, implementation.source);
  MachineOptions options = read_machine_options(session);
  const Trips trips = read_trips(session, program.content.tree);
  const Machine specification = specification_machine(program.content, trips, options);
  options.visits = control_scopes(program.content);
  const Machine machine =
      implementation_machine(implementation.content, trips.renumbered(pairing.engine_to_program), options);

  const RunOptions run_options = read_run_options(session);
  const auto race = race_of(specification, run_options);
  MutualReplayOptions replay_options;
  replay_options.runs = arguments.number("repeat");
  replay_options.seed = run_options.seed;
  replay_options.limit = run_options.max_steps;
  replay_options.compare_data = !race;
  replay_options.threads = read_jobs(session, replay_options.runs);
  const MutualReplayResult result = [&] {
    Progress progress(session, "random runs");
    replay_options.progress = [&](std::uint64_t done) { progress.update(done, replay_options.runs); };
    return replay_mutually(specification, machine, pairing, replay_options);
  }();
  report::PairSummary summary;
  summary.program = &specification;
  summary.implementation = &machine;
  summary.line = outcome_line(session, specification, replay_options, result, race.has_value());
  summary.result = &result;
  summary.race = race ? &*race : nullptr;
  if (result.difference && arguments.given("trace")) {
    const Difference& d = *result.difference;
    write_steps(arguments.value("trace"), d.implementation_leads ? machine.tree() : specification.tree(), d.steps,
                defining_options(session));
  }
  const Exit exit = session.judge(summary.line.word, exit_of(summary.line.word));
  if (session.json()) {
    session.out().write(report::json_pair(summary, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(summary));
    session.out().write(report::render(summary.line, session.color_out()));
  }
  return exit;
}

}  // namespace counterpoint::cli
