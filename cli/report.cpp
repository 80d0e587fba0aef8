// The command `report`: a program and its implementations as one HTML file.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/pair_runs.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/version.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "report/certification.hpp"
#include "report/page.hpp"
#include "report/verdict.hpp"
#include "smt/certify/certify.hpp"
#include "verify/decide.hpp"

namespace counterpoint::cli {
namespace {

// "kv=5, others 2", "kv=5;default=2": what was given, and what the rest gets.
std::string trips_words(const Session& session, std::string_view between, std::string_view rest) {
  const Arguments& arguments = session.arguments();
  std::string text;
  for (const std::string_view option : {"resize", "trips"}) {
    for (const std::string& value : arguments.values(option)) text += value + std::string(between);
  }
  return text + std::string(rest) + arguments.value("default-trips");
}

report::OutcomeLine decided(const Session& session, const PairRuns& all, const PairRun& run) {
  Question question{all.program.content, *run.implementation, run.pairing, *all.trips, *run.trips};
  question.window = session.arguments().number("window");
  const Judgement judgement = decide(question);
  if (!judgement.disagreement.empty()) {
    throw InternalError(fmt::format("the engines do not agree on this pair: {}", judgement.disagreement));
  }
  report::VerdictBounds bounds;
  bounds.trips = "trips:" + trips_words(session, ";", "default=");
  report::OutcomeLine line = report::verdict_line(judgement, bounds);
  report::add_last(line, judgement.verdict);
  return line;
}

report::OutcomeLine certified(const PairRuns& all, const PairRun& run) {
  const smt::Certification c = smt::certify(all.program.content, *run.implementation, run.pairing, {}, {});
  report::OutcomeLine line = report::certification_line(c);
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
  if (session.arguments().given("certify")) shown.verdicts.push_back(certified(all, run));
  return shown;
}

}  // namespace

Exit run_report(Session& session) {
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
  const report::PageFacts facts{&all.program.content,
                                text_of(all.program.source),
                                trips_words(session, ", ", "others "),
                                all.times,
                                version_number(),
                                all.remarks};
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
