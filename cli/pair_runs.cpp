// Runs of a program and of implementations of it, side by side.
// SPDX-License-Identifier: Apache-2.0
#include "cli/pair_runs.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/allocation_options.hpp"
#include "cli/machine_options.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/run_pair.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "core/machine/volume.hpp"
#include "report/run_timeline.hpp"

namespace counterpoint::cli {
namespace {

constexpr std::uint64_t most_instances = 200'000;
// A browser counts exactly so far, and sums of times of all instances still fit into 64 bits.
constexpr std::uint64_t most_time = std::uint64_t{1} << 45U;

void add_implementation(Session& session, PairRuns& all, PairRun&& given) {
  PairRun& run = all.runs.emplace_back(std::move(given));
  run.pairing = complete_from(session, all.program.content, *run.implementation, run.source);
  run.trips = all.trips->renumbered(run.pairing.engine_to_program);
  MachineOptions options = read_machine_options(session);
  options.visits = control_scopes(all.program.content);
  run.machine.emplace(implementation_machine(*run.implementation, *run.trips, options));
}

// The baseline, or a remark why there is none.
void add_barriers(Session& session, PairRuns& all) {
  AllocationOptions options;
  options.scheme = Scheme::barrier;
  auto allocation = allocate(all.program.content, options);
  if (!allocation) {
    all.remarks.push_back(fmt::format("There is no run with barriers: {}.", allocation.error().front().message));
    return;
  }
  PairRun run;
  run.name = "barrier";
  run.role = report::PageRole::barriers;
  run.implementation = std::move(allocation->implementation);
  add_implementation(session, all, std::move(run));
}

void add_allocated(Session& session, PairRuns& all) {
  auto allocation = allocate(all.program.content, read_allocation_options(session));
  if (!allocation) session.stop(std::move(allocation.error()), all.program.source);
  session.show(allocation->warnings, all.program.source);
  PairRun run;
  run.name = session.arguments().value("scheme");
  run.implementation = std::move(allocation->implementation);
  add_implementation(session, all, std::move(run));
}

// The file's name; where another run has it already the whole path, and where one has that too, with a number.
std::string run_name(const PairRuns& all, const std::string& path) {
  const auto taken = [&](const std::string& name) { return std::ranges::count(all.runs, name, &PairRun::name) != 0; };
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? path : path.substr(slash + 1);
  if (!taken(name)) return name;
  std::string longer = path;
  for (int n = 2; taken(longer); ++n) longer = fmt::format("{} ({})", path, n);
  return longer;
}

void add_given(Session& session, PairRuns& all, const std::string& path) {
  auto input = read_implementation(session, path);
  PairRun run;
  run.name = run_name(all, path);
  run.implementation = std::move(input.content);
  run.source = std::move(input.source);
  add_implementation(session, all, std::move(run));
}

void check_size(const PairRuns& all) {
  const Volume v = volume(all.program.content.tree, *all.trips, most_instances);
  if (v.instances <= most_instances && v.entries <= most_instances) return;
  throw Failure(Exit::refused, fmt::format("this run has more than {} instances, which nobody can look at: ask for "
                                           "smaller trip counts with --trips or --default-trips",
                                           most_instances));
}

void check_time(const PairRuns& all, const PairRun& run) {
  if (run.result.timed.makespan <= most_time) return;
  throw Failure(Exit::refused, fmt::format("the run of {} takes more than {} {}, which no picture can show: ask for "
                                           "smaller trip counts, or give costs in a larger unit",
                                           run.name, most_time, all.unit));
}

// Which of two accesses comes first does not change how long a run takes: it goes on, and says so.
void note_race(PairRuns& all, PairRun& run) {
  if (!run.result.race) return;
  const Race& race = *run.result.race;
  const Tree& tree = run.machine->tree();
  const auto access = [&](const RacyAccess& a) {
    return fmt::format("{} on {}", tree.instruction_name(a.instruction), tree.engine_name(a.engine));
  };
  all.remarks.push_back(
      fmt::format("The program is racy: nothing orders {} and {}, which both use {}. `counterpoint "
                  "run` shows how, `counterpoint deps` what is missing.",
                  access(race.first), access(race.second), race.slot));
  if (run.result.outcome == Outcome::racy) run.result.outcome = Outcome::completed;
}

// The machine that is asked for, if one is; what the times are called.
std::optional<MachineModel> read_times(Session& session, PairRuns& all) {
  const Arguments& arguments = session.arguments();
  const std::string_view unit = all.program.content.tree.unit();
  if (arguments.given("machine")) {
    all.unit = MachineModel::unit;
    all.times = arguments.value("machine");
    for (const std::string& set : arguments.values("set")) all.times += fmt::format(" with {}", set);
    return read_model(session);
  }
  if (arguments.given("set")) throw Failure(Exit::usage, "'--set' goes with '--machine': it changes one");
  all.unit = unit.empty() ? "units" : std::string(unit);
  all.times = "the program, where only instructions take time";
  return std::nullopt;
}

// Engines may be numbered otherwise in each implementation.
Times times_of(Session& session, const MachineModel& model, const Tree& tree) {
  auto times = model.times(tree);
  if (!times) session.stop({std::move(times.error())}, Source{session.arguments().operands[0], ""});
  return std::move(*times);
}

}  // namespace

std::unique_ptr<PairRuns> make_pair_runs(Session& session) {
  const Arguments& arguments = session.arguments();
  if (std::ranges::count(arguments.operands, "-") > 1) {
    throw Failure(Exit::usage, "only one operand can be '-', standard input");
  }
  auto made = std::make_unique<PairRuns>(read_program(session, arguments.operands[0]));
  PairRuns& all = *made;
  all.trips = read_trips(session, all.program.content.tree);
  check_size(all);
  PairRun& specification = all.runs.emplace_back();
  specification.name = "specification";
  specification.role = report::PageRole::specification;
  specification.machine.emplace(specification_machine(all.program.content, *all.trips, read_machine_options(session)));
  add_barriers(session, all);
  const bool barriers_chosen = arguments.value("scheme") == "barrier";
  if (arguments.operands.size() == 1 && !barriers_chosen) add_allocated(session, all);
  for (std::size_t i = 1; i < arguments.operands.size(); ++i) add_given(session, all, arguments.operands[i]);
  const std::optional<MachineModel> model = read_times(session, all);
  const Progress progress(session, "running");
  RunOptions options;
  options.record_times = options.record_steps = true;
  for (PairRun& run : all.runs) {
    options.data = run.role == report::PageRole::specification;  // a race is the program's
    if (model) options.times = times_of(session, *model, run.machine->tree());
    run.result = counterpoint::run(*run.machine, options);
    check_time(all, run);
    note_race(all, run);
  }
  return made;
}

report::TimelinePanel panel_of(const PairRuns& all, const PairRun& run) {
  report::TimelinePanel panel;
  panel.name = run.name;
  panel.tree = &run.machine->tree();
  panel.timeline = report::timeline_of(*run.machine, run.result.timed, all.unit);
  panel.makespan = run.result.timed.makespan;
  for (const EngineId e : panel.tree->engines()) {
    panel.engine.push_back(run.implementation ? run.pairing.engine_to_program[e] : e);
  }
  return panel;
}

}  // namespace counterpoint::cli
