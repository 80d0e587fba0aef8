// Simulates an image under a schedule, in every order, or after a trace.
// SPDX-License-Identifier: Apache-2.0
#include "cli/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/run_options.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "report/simulation.hpp"
#include "targets/neuron/simulator/counts.hpp"
#include "targets/neuron/simulator/explore.hpp"
#include "targets/neuron/simulator/load.hpp"
#include "targets/neuron/simulator/schedule_text.hpp"

namespace counterpoint::cli {
namespace {

using neuron::CoreRun;
using neuron::CoreSchedule;
using neuron::Simulator;

// A run that stopped is made again with its steps recorded, to show the last ones, if it had at most so many.
constexpr std::uint64_t short_simulation = 10'000'000;

Simulator load(Session& session, const neuron::Image& image, const Source& source) {
  const Tree tree = neuron::tree_of(image);
  auto counts = neuron::counts_of(image, tree, read_trips(session, tree));
  if (!counts) session.stop({std::move(counts.error())}, source);
  const std::uint64_t width = session.arguments().number("width");
  if (width < 2 || width > 32) throw Failure(Exit::usage, "'--width' is a number of bits from 2 to 32 here");
  auto simulator =
      neuron::load_core(image, std::move(*counts), neuron::Legality::hardware, static_cast<unsigned>(width));
  if (!simulator) session.stop(std::move(simulator.error()), source);
  return std::move(*simulator);
}

report::OutcomeLine line_of(const Session& session, Outcome outcome, const CoreRun* run, std::string_view schedule) {
  report::OutcomeLine line;
  line.word = outcome_name(outcome);
  if (run != nullptr && !run->fault_word.empty()) line.add("reason", std::string(run->fault_word));
  line.add("schedule", std::string(schedule));
  if (schedule == "random") line.add("seed", std::to_string(session.arguments().number("seed")));
  return line;
}

void write_schedule(const Session& session, const Simulator& simulator, const std::vector<neuron::CoreStep>& steps) {
  const Arguments& arguments = session.arguments();
  if (!arguments.given("trace")) return;
  Output output(arguments.value("trace"));
  output.write(steps_heading(simulator.code().program, "counterpoint lower --from FILE", defining_options(session)));
  output.write(neuron::schedule_to_text(simulator, steps));
  output.commit();
}

Exit show(Session& session, report::SimulationSummary summary, Exit exit) {
  if (session.arguments().given("width")) summary.line.add("width", session.arguments().value("width"));
  exit = session.judge(summary.line.word, exit);
  if (session.json()) {
    session.out().write(report::json_simulation(summary, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(summary, session.verbose()));
    session.out().write(report::render(summary.line, session.color_out()));
  }
  return exit;
}

// A record of which it is not known what it does is no fault of the words, so nothing is said about them.
void refuse_unsimulated(Session& session, const CoreRun* run, const Source& source) {
  if (run == nullptr || !run->last.fault || run->last.fault->kind != neuron::CoreFaultKind::refused) return;
  const neuron::Refusal why = run->last.fault->refusal;
  if (why != neuron::Refusal::not_simulated && why != neuron::Refusal::other_cores) return;
  session.stop({diagnose(Code::not_simulated, {}, run->fault_text)}, source);
}

Exit show_run(Session& session, const Simulator& simulator, const CoreRun& run, report::OutcomeLine line, Exit exit) {
  line.add("records", std::to_string(run.records));
  line.add("steps", std::to_string(run.steps));
  write_schedule(session, simulator, run.taken);
  return show(session, {std::move(line), &simulator, &run, nullptr}, exit);
}

Exit run_one(Session& session, const Simulator& simulator, const neuron::CoreScheduleEntry& schedule,
             const Source& source) {
  neuron::CoreRunOptions options;
  options.schedule = schedule.schedule;
  options.seed = session.arguments().number("seed");
  options.max_steps = session.arguments().number("max-steps");
  options.record_steps = session.arguments().given("trace") || session.verbose();
  CoreRun run = neuron::run_core(simulator, options);
  const bool stopped = run.outcome == Outcome::deadlock || run.outcome == Outcome::fault;
  if (stopped && !options.record_steps && run.steps <= short_simulation) {
    options.record_steps = true;  // the same run again, for the report
    run = neuron::run_core(simulator, options);
  }
  refuse_unsimulated(session, &run, source);
  return show_run(session, simulator, run, line_of(session, run.outcome, &run, schedule.word),
                  exit_of_run(run.outcome));
}

Exit explore_all(Session& session, const Simulator& simulator, const Source& source) {
  const Arguments& arguments = session.arguments();
  neuron::ExploreOptions options;
  options.max_states = arguments.number("max-states");
  options.max_bytes = read_memory(session);
  const neuron::Exploration all = neuron::explore_core(simulator, options);
  const CoreRun* witness = all.witness ? &all.witness->run : nullptr;
  refuse_unsimulated(session, witness, source);
  report::OutcomeLine line = line_of(session, all.outcome, witness, "exhaustive");
  line.add("states", std::to_string(all.states));
  line.add("transitions", std::to_string(all.transitions));
  line.add("depth", std::to_string(all.depth));
  if (!all.bound.empty()) line.add("bound", std::string(all.bound));
  if (witness != nullptr) write_schedule(session, simulator, all.schedule);
  return show(session, {std::move(line), &simulator, witness, &all}, exit_of_run(all.outcome));
}

Exit replay_schedule(Session& session, const Simulator& simulator, const TraceFile& trace, const Source& source) {
  std::vector<std::uint32_t> lines;
  const auto steps = neuron::parse_schedule(simulator.code(), trace.steps.text, &lines);
  if (!steps) session.stop(steps.error(), trace.steps);
  const neuron::CoreReplay replayed = neuron::replay_core(simulator, *steps);
  refuse_unsimulated(session, &replayed.run, source);
  report::OutcomeLine line = line_of(session, replayed.run.outcome, &replayed.run, "replay");
  Exit exit = exit_of_run(replayed.run.outcome);
  if (replayed.refused) {
    session.show({diagnose(Code::step_not_enabled, {lines[*replayed.refused], 0},
                           fmt::format("step {} cannot be taken: {}", *replayed.refused + 1, replayed.reason))},
                 trace.steps);
    line.word = "differs";
    line.facts.insert(line.facts.begin(), {"reason", fmt::format("step:{}", *replayed.refused + 1)});
    exit = Exit::refuted;
  }
  return show_run(session, simulator, replayed.run, std::move(line), exit);
}

}  // namespace

bool simulates(const Session& session) {
  return session.arguments().given("simulate") || session.arguments().given("replay");
}

std::optional<TraceFile> adopt_simulated_trace(Session& session) {
  if (!session.arguments().given("replay")) return std::nullopt;
  TraceFile trace = read_trace(session.arguments().value("replay"));
  session.adopt(trace.options, trace.steps);
  return trace;
}

Exit simulate(Session& session, const neuron::Image& image, const Source& source,
              const std::optional<TraceFile>& trace) {
  const Simulator simulator = load(session, image, source);
  if (trace) return replay_schedule(session, simulator, *trace, source);
  const auto schedules = neuron::all_core_schedules();
  const auto schedule =
      std::ranges::find(schedules, session.arguments().value("simulate"), &neuron::CoreScheduleEntry::word);
  require(schedule != schedules.end(), "the allowed words of --simulate are the names of the schedules");
  if (schedule->schedule == CoreSchedule::exhaustive) return explore_all(session, simulator, source);
  return run_one(session, simulator, *schedule, source);
}

}  // namespace counterpoint::cli
