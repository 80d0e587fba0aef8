// The command `run`: a program or an implementation on its machine, under a schedule or after a trace.
// SPDX-License-Identifier: Apache-2.0
#include "report/run.hpp"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/machine_options.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/run_pair.hpp"
#include "cli/trace_files.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/replay.hpp"
#include "core/machine/specification.hpp"
#include "report/json.hpp"

namespace counterpoint::cli {
namespace {

// A run that stopped is made again with its steps recorded, to show the last ones, if it had at most so many.
constexpr std::uint64_t short_run = 10'000'000;

// What runs, and what its machine refers to.
struct Subject {
  std::optional<Program> program;
  std::optional<Implementation> implementation;
  std::optional<Machine> machine;
};

void make_machine(Session& session, Subject& subject) {
  const Tree& tree = subject.implementation ? subject.implementation->tree : subject.program->tree;
  const Trips trips = read_trips(session, tree);
  MachineOptions options = read_machine_options(session);
  if (!subject.implementation) {
    subject.machine.emplace(specification_machine(*subject.program, trips, options));
    return;
  }
  if (subject.program) options.visits = control_scopes(*subject.program);
  subject.machine.emplace(implementation_machine(*subject.implementation, trips, options));
}

// Reads FILE, and for an implementation the program of --program, whose data and times it then has.
void read_subject(Session& session, Subject& subject) {
  const Arguments& arguments = session.arguments();
  auto input = read_any(session, arguments.operands[0]);
  if (auto* program = std::get_if<Program>(&input.content)) {
    if (arguments.given("program")) {
      throw Failure(Exit::usage, "'--program' goes with an implementation, and this is a program already");
    }
    subject.program = std::move(*program);
    return;
  }
  subject.implementation = std::move(std::get<Implementation>(input.content));
  if (!arguments.given("program")) return;
  auto program = read_program(session, arguments.value("program"));
  complete_from(session, program.content, *subject.implementation, input.source);
  subject.program = std::move(program.content);
}

report::OutcomeLine outcome_line(const Session& session, const Machine& machine, const RunResult& result,
                                 std::string_view schedule, std::uint64_t seed, std::uint64_t runs) {
  const Tree& tree = machine.tree();
  report::OutcomeLine line;
  line.word = outcome_name(result.outcome);
  if (result.fault) line.add("reason", std::string(fault_name(result.fault->kind)));
  if (result.race) {
    line.add("pair", fmt::format("{}:{}", tree.instruction_name(result.race->first.instruction),
                                 tree.instruction_name(result.race->second.instruction)));
    line.add("slot", result.race->slot);
  }
  line.add("schedule", std::string(schedule));
  if (draws(session)) line.add("seed", std::to_string(seed));
  if (runs != 1) line.add("runs", std::to_string(runs));
  line.add("instances", std::to_string(result.issued));
  line.add("steps", std::to_string(result.steps));
  if (schedule == "asap") {
    line.add("makespan", std::to_string(result.timed.makespan));
    const std::string_view unit = session.arguments().given("machine") ? MachineModel::unit : tree.unit();
    if (!unit.empty()) line.add("unit", std::string(unit));
  }
  if (result.digest) line.add("state", report::digest_text(*result.digest));
  add_bounds(session, machine, line);
  if (!result.races_undecided.empty()) line.add("assume", "race-free");
  return line;
}

Exit show(Session& session, const report::RunSummary& summary, Exit exit) {
  exit = session.judge(summary.line.word, exit);
  if (session.json()) {
    session.out().write(report::json_run(summary, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(summary, session.verbose()));
    session.out().write(report::render(summary.line, session.color_out()));
  }
  return exit;
}

Exit replay_trace(Session& session, const Subject& subject, const TraceFile& trace) {
  const Machine& machine = *subject.machine;
  std::vector<std::uint32_t> lines;
  const auto steps = parse_trace(machine.tree(), trace.steps.text, &lines);
  if (!steps) session.stop(steps.error(), trace.steps);
  RunOptions options = read_run_options(session);
  options.record_steps = true;
  const Replayed replayed = replay(machine, *steps, options);
  report::RunSummary summary{&machine.tree(), subject.implementation.has_value(),
                             outcome_line(session, machine, replayed.result, "replay", options.seed, 1),
                             &replayed.result};
  Exit exit = exit_of_run(replayed.result.outcome);
  summary.replayed = true;
  if (replayed.refused) {
    Diagnostic refusal = diagnose(Code::step_not_enabled, {lines[*replayed.refused], 0},
                                  fmt::format("step {} cannot be taken: {}", *replayed.refused + 1, replayed.reason));
    session.show({std::move(refusal)}, trace.steps);
    summary.line.word = "differs";
    summary.line.facts.insert(summary.line.facts.begin(), {"reason", fmt::format("step:{}", *replayed.refused + 1)});
    exit = Exit::refuted;
  }
  if (session.arguments().given("trace")) {
    write_trace(session.arguments().value("trace"), machine, replayed.result, "", defining_options(session));
  }
  return show(session, summary, exit);
}

// Runs with one seed after the other, up to the first that does not complete or ends in another state.
struct Series {
  RunResult last;
  std::uint64_t seed = 0;  // of the last
  std::uint64_t runs = 0;
  bool same_state = true;
};

Series run_series(const Session& session, const Machine& machine, RunOptions options) {
  const std::uint64_t runs = session.arguments().number("repeat");
  Progress progress(session, "running");
  Series series;
  std::optional<std::uint64_t> digest;
  do {
    options.seed = session.arguments().number("seed") + series.runs;
    series.last = run(machine, options);
    ++series.runs;
    if (runs > 1) progress.update(series.runs, runs);
    series.same_state = !digest || !series.last.digest || *digest == *series.last.digest;
    if (series.last.digest) digest = series.last.digest;
  } while (series.runs < runs && series.last.outcome == Outcome::completed && series.same_state);
  series.seed = options.seed;
  const bool stopped = series.last.outcome == Outcome::deadlock || series.last.outcome == Outcome::fault;
  if (stopped && !options.record_steps && series.last.steps <= short_run) {
    options.record_steps = true;  // the same run again, for the report
    series.last = run(machine, options);
  }
  return series;
}

// What --machine makes of the times of what runs.
Times read_times(Session& session, const Tree& tree) {
  const Arguments& arguments = session.arguments();
  if (!arguments.given("machine")) {
    if (arguments.given("set")) throw Failure(Exit::usage, "'--set' goes with '--machine': it changes one");
    return {};
  }
  if (arguments.value("schedule") != "asap") {
    throw Failure(Exit::usage, "'--machine' goes with '--schedule asap': other schedules know no time");
  }
  auto times = read_model(session).times(tree);
  if (!times) session.stop({std::move(times.error())}, Source{arguments.operands[0], ""});
  return std::move(*times);
}

Exit run_schedule(Session& session, const Subject& subject) {
  const Arguments& arguments = session.arguments();
  const Machine& machine = *subject.machine;
  RunOptions options = read_run_options(session);
  options.times = read_times(session, machine.tree());
  options.record_steps = arguments.given("trace") || session.verbose();
  options.record_times = arguments.given("trace");
  const Series series = run_series(session, machine, options);
  const RunResult& result = series.last;
  if (result.timed.makespan == std::numeric_limits<std::uint64_t>::max()) {
    throw Failure(Exit::refused, "the times of this run do not fit in 64 bits: give costs in a larger unit");
  }
  report::RunSummary summary{
      &machine.tree(), subject.implementation.has_value(),
      outcome_line(session, machine, result, arguments.value("schedule"), series.seed, series.runs), &result,
      series.runs};
  Exit exit = exit_of_run(result.outcome);
  if (!series.same_state) {
    summary.line.word = "differs";
    summary.line.facts.insert(summary.line.facts.begin(), {"reason", "state"});
    exit = Exit::refuted;
  }
  if (arguments.given("trace")) {
    const std::string_view unit = arguments.given("machine") ? MachineModel::unit : machine.tree().unit();
    write_trace(arguments.value("trace"), machine, result, std::string(unit), defining_options(session));
  }
  return show(session, summary, exit);
}

}  // namespace

Exit run_run(Session& session) {
  const Arguments& arguments = session.arguments();
  if (arguments.number("repeat") == 0) throw Failure(Exit::usage, "'--repeat' is at least 1");
  if (arguments.given("against")) return run_pair(session);
  if (arguments.given("repeat") && arguments.value("schedule") != "random") {
    throw Failure(Exit::usage, "'--repeat' goes with '--schedule random': other schedules are the same every time");
  }
  std::optional<TraceFile> trace;
  if (arguments.given("replay")) {
    trace = read_trace(arguments.value("replay"));
    session.adopt(trace->options, trace->steps);
  }
  Subject subject;
  read_subject(session, subject);
  make_machine(session, subject);
  return trace ? replay_trace(session, subject, *trace) : run_schedule(session, subject);
}

}  // namespace counterpoint::cli
