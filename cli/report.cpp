// The command `report`: a program and its implementations as one HTML file.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/pair_runs.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/run_pair.hpp"
#include "cli/version.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "report/ascend_comparison.hpp"
#include "report/certification.hpp"
#include "report/page.hpp"
#include "report/verdict.hpp"
#include "smt/certify/certify.hpp"
#include "targets/ascend/compare/compare.hpp"
#include "verify/decide.hpp"

namespace counterpoint::cli {
namespace {

// As `check` decides it, under the same bounds: the machine that counts is the one that was run.
report::OutcomeLine decided(const Session& session, const PairRuns& all, const PairRun& run) {
  const MachineOptions options = read_machine_options(session);
  Question question{all.program.content, *run.implementation, run.pairing, *all.trips, *run.trips};
  question.window = options.window;
  question.width = options.width;
  question.compare = options.compare;
  const Judgement judgement = decide(question);
  if (!judgement.disagreement.empty()) {
    throw InternalError(fmt::format("the engines do not agree on this pair: {}", judgement.disagreement));
  }
  report::VerdictBounds bounds;
  bounds.trips = trips_bound(session, run.implementation->tree);
  if (draws(session)) bounds.seed = session.arguments().value("seed");
  report::OutcomeLine line = report::verdict_line(judgement, bounds);
  add_bounds(session, *run.machine, line);
  report::add_last(line, judgement.verdict);
  return line;
}

// As `certify` proves it: for all trip counts, and any window.
report::OutcomeLine certified(const Session& session, const PairRuns& all, const PairRun& run) {
  const MachineOptions machine = read_machine_options(session);
  smt::CertifyOptions options;
  options.width = machine.width;
  options.compare = machine.compare;
  const smt::Certification c = smt::certify(all.program.content, *run.implementation, run.pairing, options, {});
  report::OutcomeLine line = report::certification_line(c);
  for (const std::string_view option : {"width", "compare"}) {
    if (session.arguments().given(option)) line.add(std::string(option), session.arguments().value(option));
  }
  report::add_last(line, c.verdict);
  return line;
}

report::PageRun page_run(const Session& session, const PairRuns& all, const PairRun& run,
                         const report::Locator* locator) {
  report::PageRun shown;
  shown.role = run.role;
  shown.panel = panel_of(all, run);
  shown.machine = &*run.machine;
  shown.result = &run.result;
  shown.tests = measure_tests(*run.machine, run.result);
  shown.use = measure_engines(run.machine->tree(), run.result.timed);
  if (!run.implementation) return shown;
  shown.implementation = &*run.implementation;
  shown.locator = locator;
  shown.cost = cost_of(*run.implementation);
  shown.verdicts.push_back(decided(session, all, run));
  if (session.arguments().given("certify")) shown.verdicts.push_back(certified(session, all, run));
  return shown;
}

// More instructions make the section as long as a book, and its schemes take their time.
constexpr std::size_t most_compared = 500;

// Where all engines are pipes of an Ascend core, what its schemes make of the program.
void compare_pipes(Session& session, const Program& program, report::PageFacts& facts) {
  for (const EngineId e : program.tree.engines()) {
    const auto pipe = ascend::core_pipe_named(program.tree.engine_name(e));
    if (!pipe || pipe->pipe == ascend::Pipe::all) return;
  }
  if (program.tree.instruction_count() > most_compared) {
    facts.remarks.push_back(
        fmt::format("Schemes for pipes are not compared: there are {} instructions, and {} is most.",
                    program.tree.instruction_count(), most_compared));
    return;
  }
  const Progress progress(session, "comparing");
  const auto shared = std::make_shared<const Program>(program);
  ascend::CompareOptions options;
  options.texts = true;
  std::vector<ascend::ComparedRow> rows;
  for (const ascend::ComparedScheme& s : ascend::all_compared()) {
    rows.push_back(ascend::compare(shared, s, [&](const Tree& tree) { return read_trips(session, tree); }, options));
  }
  facts.ascend = report::page_ascend(rows);
}

}  // namespace

Exit run_report(Session& session) {
  if (session.json()) throw Failure(Exit::usage, "'--format json' has no place here: what is written is a page");
  const std::unique_ptr<PairRuns> made = make_pair_runs(session);
  const PairRuns& all = *made;
  std::deque<report::Locator> locators;
  std::vector<report::PageRun> runs;
  {
    const Progress progress(session, "deciding");
    for (const PairRun& run : all.runs) {
      const report::Locator* locator = nullptr;
      if (run.implementation) {
        locator = &locators.emplace_back(&all.program.content, *run.implementation, &run.pairing,
                                         text_of(all.program.source), text_of(run.source));
      }
      runs.push_back(page_run(session, all, run, locator));
    }
  }
  report::PageFacts facts{&all.program.content,
                          text_of(all.program.source),
                          trips_words(session),
                          all.times,
                          version_number(),
                          all.remarks,
                          {}};
  compare_pipes(session, all.program.content, facts);
  const std::string page = report::page(facts, runs);
  const std::string path = session.arguments().value("output");
  if (path == "-") {
    session.out().write(page);
    return Exit::success;
  }
  Output output(path);
  output.write(page);
  output.commit();
  return Exit::success;
}

}  // namespace counterpoint::cli
