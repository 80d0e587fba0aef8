// Judges an image, flips its bits, and shows what was found.
// SPDX-License-Identifier: Apache-2.0
#include "cli/judge_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "core/text/text.hpp"
#include "report/json.hpp"
#include "report/judged_words.hpp"
#include "targets/neuron/check/foreign_names.hpp"
#include "verify/decide.hpp"

namespace counterpoint::cli {
namespace {

// The unrolled pair as two files that `check` takes.
void write_pair(const std::string& prefix, const neuron::Unrolled& unrolled) {
  Output program(prefix + ".cp");
  Output implementation(prefix + ".impl.cp");
  program.write(print(unrolled.program));
  implementation.write(print(unrolled.implementation));
  program.commit();
  implementation.commit();
}

// The verdict line, and all that stands above it or in its document.
Exit show(Session& session, report::JudgedWordsSummary& summary, std::string trips, const std::string& written) {
  const Judgement& judgement = summary.words->judgement;
  report::VerdictBounds bounds;
  bounds.trips = std::move(trips);
  if (draws(session)) bounds.seed = session.arguments().value("seed");
  report::OutcomeLine& line = summary.verdict.line;
  line = report::verdict_line(judgement, bounds);
  if (session.arguments().given("width")) line.add("width", session.arguments().value("width"));
  report::add_last(line, judgement.verdict);
  const int code = exit_code(judgement.verdict.word, session.arguments().given("exact"));
  const Exit exit = session.judge(line.word, Exit{static_cast<std::uint8_t>(code)});
  if (session.json()) {
    summary.verdict.words = report::json_words(summary);
    session.out().write(report::json_verdict(summary.verdict, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(written + report::render(summary, session.verbose()));
    session.out().write(report::render(line, session.color_out()));
  }
  return exit;
}

}  // namespace

neuron::CheckOptions read_check_options(const Session& session) {
  const Arguments& arguments = session.arguments();
  constexpr std::uint64_t most_instances = std::uint64_t{1} << 24U;
  neuron::CheckOptions options;
  const auto found = std::ranges::find(all_deciders(), arguments.value("by"), &DeciderEntry::name);
  options.by = found->decider;
  if (arguments.given("width")) options.width = read_width(session);
  if (options.width > 32) throw Failure(Exit::usage, "counters and registers of the target have at most 32 bits");
  options.limit = most_instances;
  if (arguments.given("max-instances")) options.limit = arguments.number("max-instances");
  if (options.limit > most_instances) {
    throw Failure(Exit::usage, fmt::format("'--max-instances' is at most {} here", most_instances));
  }
  options.states = arguments.number("max-states");
  options.memory = read_memory(session);
  return options;
}

Exit judge_image(Session& session, const neuron::CheckOptions& options, const WordsToJudge& words) {
  const Arguments& arguments = session.arguments();
  const Program& program = words.program;
  const Trips trips = read_trips(session, program.tree);
  if (Diagnostics foreign = neuron::foreign_names(program, words.image); !foreign.empty()) {
    session.stop(std::move(foreign), {words.from, {}});
  }
  const neuron::JudgedWords judged = [&] {
    const Progress progress(session, "judging words");
    return neuron::judge_words(program, words.image, trips, options);
  }();
  if (!judged.judgement.disagreement.empty()) {
    throw InternalError(fmt::format("the engines do not agree on these words: {}", judged.judgement.disagreement));
  }
  const neuron::Unrolled& unrolled = judged.unrolled;
  const bool fits = unrolled.fit == neuron::Fit::same;
  std::optional<neuron::FlipReport> flips;
  if (arguments.given("flips")) {
    const Progress progress(session, "flipping bits");
    flips = neuron::flip_bits(program, words.image, trips, options, arguments.number("flips"));
  }
  if (words.write) words.write();
  if (arguments.given("unroll") && fits) write_pair(arguments.value("unroll"), unrolled);
  if (!words.write) session.note(words.table);
  if (arguments.given("unroll") && !fits) {
    session.note(
        fmt::format("'{}' has no pair to write: the words are not the program's\n", arguments.value("unroll")));
  }

  report::JudgedWordsSummary summary{
      words.from, &words.image, &judged, flips ? &*flips : nullptr, arguments.number("flips"), {}};
  std::optional<report::Locator> locator;
  summary.verdict.command = "lower";
  // Words are judged as a pair without loops: the steps are steps of that.
  summary.verdict.replaying =
      "`--unroll PREFIX` writes the pair that this is a schedule of; "
      "`counterpoint check PREFIX.cp PREFIX.impl.cp --trace FILE.steps` saves its steps";
  summary.verdict.judgement = &judged.judgement;
  if (fits) {
    locator.emplace(&unrolled.program, unrolled.implementation, &*judged.pairing, report::SourceText{},
                    report::SourceText{});
    summary.verdict.program = &unrolled.program;
    summary.verdict.implementation = &unrolled.implementation;
    summary.verdict.locator = &*locator;
    summary.verdict.findings = report::findings_of(judged.judgement, *locator);
  }
  return show(session, summary, trips_bound(session, program.tree), words.write ? words.table : std::string());
}

}  // namespace counterpoint::cli
