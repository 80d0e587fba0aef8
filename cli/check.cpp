// The command `check`: decides a pair, or explores an implementation alone.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/run_pair.hpp"
#include "cli/trace_files.hpp"
#include "cli/version.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "report/json.hpp"
#include "report/sarif.hpp"
#include "report/verdict.hpp"
#include "verify/decide.hpp"

namespace counterpoint::cli {
namespace {

Decider read_decider(const Session& session) {
  const auto all = all_deciders();
  const auto found = std::ranges::find(all, session.arguments().value("by"), &DeciderEntry::name);
  require(found != all.end(), "the allowed words of --by are the names of the deciders");
  return found->decider;
}

// A dependency that reaches as far back as the default trips is void in such a run: what keeps it is not looked at.
void note_short_trips(const Session& session, const Program& program, const report::OutcomeLine& line) {
  const Arguments& arguments = session.arguments();
  const bool good = line.word == "equivalent" || line.word == "refines" || line.word == "clean";
  const bool all = std::ranges::any_of(line.facts, [](const auto& f) { return f.second.starts_with("trips:all"); });
  if (!good || all || arguments.given("trips") || arguments.given("default-trips")) return;
  std::int32_t farthest = 0;
  for (const Distance& d : program.distances) farthest = std::max(farthest, d.distance);
  const std::uint64_t trips = arguments.number("default-trips");
  if (static_cast<std::uint64_t>(farthest) < trips) return;
  session.note(
      fmt::format("loops without a number ran {} times, and a dependency reaches {} iterations back: ask again with "
                  "--default-trips {} or more, or with --by relation for all trip counts\n",
                  trips, farthest, std::uint64_t{2} + static_cast<std::uint64_t>(farthest)));
}

// Shows a judgement, saves its witness and answers with the exit code.
Exit show(Session& session, report::VerdictSummary& summary, const Machine& machine) {
  const Arguments& arguments = session.arguments();
  const Judgement& judgement = *summary.judgement;
  if (!judgement.disagreement.empty()) {
    throw InternalError(fmt::format("the engines do not agree on this pair: {}", judgement.disagreement));
  }
  summary.findings = report::findings_of(judgement, *summary.locator);
  report::VerdictBounds bounds;
  bounds.trips = trips_bound(session, summary.implementation->tree);
  if (draws(session)) bounds.seed = arguments.value("seed");
  bounds.property = arguments.value("property") == "all" ? Property::all : Property::deadlock;
  summary.line = report::verdict_line(judgement, bounds);
  add_bounds(session, machine, summary.line);
  report::add_last(summary.line, judgement.verdict);
  const VerdictWord word = judgement.verdict.word;
  const bool shown = word == VerdictWord::unsafe || word == VerdictWord::deadlock || !judgement.verdict.witness.empty();
  if (arguments.given("trace") && !shown) {
    session.note(
        fmt::format("'{}' has no schedule to save: {} is not written\n", to_text(word), arguments.value("trace")));
  }
  if (summary.program != nullptr) note_short_trips(session, *summary.program, summary.line);
  if (arguments.given("trace") && shown) {
    write_steps(arguments.value("trace"), summary.implementation->tree, judgement.verdict.witness,
                defining_options(session));
    summary.saved = true;
  }
  const Exit exit = session.judge(
      summary.line.word, Exit{static_cast<std::uint8_t>(exit_code(judgement.verdict.word, arguments.given("exact")))});
  if (session.sarif()) {
    session.out().write(
        report::sarif_verdict(summary, static_cast<int>(exit), version_number(), session.diagnostics()));
  } else if (session.json()) {
    session.out().write(report::json_verdict(summary, static_cast<int>(exit), session.diagnostics()));
  } else {
    session.out().write(report::render(summary, session.verbose()));
    session.out().write(report::render(summary.line, session.color_out()));
  }
  return exit;
}

Exit check_alone(Session& session) {
  const Arguments& arguments = session.arguments();
  const std::string by = arguments.value("by");
  if (by != "auto" && by != "explore" && by != "all") {
    throw Failure(Exit::usage, fmt::format("'--by {}' needs a program: `counterpoint check PROGRAM IMPL`", by));
  }
  const auto implementation = read_implementation(session, arguments.operands[0]);
  const Trips trips = read_trips(session, implementation.content.tree);
  const MachineOptions options = read_machine_options(session);
  const Judgement judgement = [&] {
    const Progress progress(session, "exploring");
    return decide_alone(implementation.content, trips, options,
                        {arguments.number("max-states"), read_memory(session), arguments.given("reduce")});
  }();
  report::VerdictSummary summary;
  const report::Locator locator(nullptr, implementation.content, nullptr, {}, text_of(implementation.source));
  summary.implementation = &implementation.content;
  summary.judgement = &judgement;
  summary.locator = &locator;
  return show(session, summary, implementation_machine(implementation.content, trips, options));
}

}  // namespace

Exit run_check(Session& session) {
  const Arguments& arguments = session.arguments();
  if (arguments.operands.size() == 1) return check_alone(session);
  if (arguments.operands[0] == "-" && arguments.operands[1] == "-") {
    throw Failure(Exit::usage, "only one of PROGRAM and IMPL can be '-', standard input");
  }
  const auto program = read_program(session, arguments.operands[0]);
  auto implementation = read_implementation(session, arguments.operands[1]);
  const Pairing pairing = complete_from(session, program.content, implementation.content, implementation.source);
  const Trips trips = read_trips(session, program.content.tree);
  const Trips renumbered = trips.renumbered(pairing.engine_to_program);
  const MachineOptions options = read_machine_options(session);
  Question question{program.content, implementation.content, pairing, trips, renumbered};
  question.window = options.window;
  question.width = options.width;
  question.compare = options.compare;
  question.property = arguments.value("property") == "all" ? Property::all : Property::deadlock;
  question.limit = arguments.number("max-instances");
  question.states = arguments.number("max-states");
  question.memory = read_memory(session);
  question.reduce = arguments.given("reduce");
  const Judgement judgement = [&] {
    const Progress progress(session, "deciding");
    return decide(question, read_decider(session));
  }();
  const report::Locator locator(&program.content, implementation.content, &pairing, text_of(program.source),
                                text_of(implementation.source));
  report::VerdictSummary summary;
  summary.locator = &locator;
  summary.program = &program.content;
  summary.implementation = &implementation.content;
  summary.judgement = &judgement;
  return show(session, summary, implementation_machine(implementation.content, renumbered, options));
}

}  // namespace counterpoint::cli
