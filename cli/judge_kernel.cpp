// Asks the deciders about a kernel.
// SPDX-License-Identifier: Apache-2.0
#include "cli/judge_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/inputs.hpp"
#include "cli/kernel_costs.hpp"
#include "cli/progress.hpp"
#include "cli/run_options.hpp"
#include "cli/trace_files.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "report/verdict.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/rules/rules.hpp"
#include "targets/ascend/synchronise/synchronise.hpp"
#include "targets/ascend/text/print_kernel.hpp"

namespace counterpoint::cli {
namespace {

ascend::KernelQuestion read_question(const Session& session) {
  const Arguments& arguments = session.arguments();
  ascend::KernelQuestion out;
  out.limit = std::min<std::uint64_t>(arguments.number("max-instances"), out.limit);
  out.states = arguments.number("max-states");
  out.memory = read_memory(session);
  const std::string by = arguments.value("by");
  if (by != "auto" && by != "explore") {
    throw Failure(Exit::usage, fmt::format("'--by {}': a kernel is judged by auto or explore", by));
  }
  out.by_exploration = by == "explore";
  return out;
}

bool trips_given(const Arguments& arguments) { return arguments.given("trips") || arguments.given("default-trips"); }

ascend::BoundedVerdict ask(Session& session, const ascend::KernelJudge& judge, const Tree& tree) {
  const Arguments& arguments = session.arguments();
  const ascend::KernelQuestion question = read_question(session);
  if (!trips_given(arguments)) {
    const Progress progress(session, "judging a kernel");
    return judge.everywhere(question);
  }
  const Trips trips = read_trips(session, tree);
  const Progress progress(session, "judging a kernel");
  ascend::BoundedVerdict out;
  out.verdict = judge.at(trips, question);
  out.left = out.verdict.left;
  if (!out.left.empty()) out.leak = judge.complete_run(trips);
  out.tried = 1;
  return out;
}

// What the static checks say, which look at no trips.
std::string findings(const ascend::Kernel& kernel, const ascend::Required& required,
                     const ascend::Primitives& primitives) {
  const auto found = ascend::check_rules(kernel, required, primitives);
  std::string out = found.empty() ? "  rules: nothing found\n" : "";
  for (const ascend::Finding& f : found) {
    const std::string at = f.op.valid() ? fmt::format(" at '{}'", ascend::op_text(kernel, f.op)) : "";
    const std::uint32_t line = f.op.valid() ? kernel.op(f.op).line : 0;
    out += fmt::format("  {}warning[{}]: rule {}{}{}: {}\n", line == 0 ? "" : fmt::format("line {}: ", line),
                       code_text(ascend::code_of(f.kind)), ascend::rule_word(f.rule), f.warning ? " (harmless)" : "",
                       at, f.text);
  }
  return out;
}

std::string remarks(const ascend::BoundedVerdict& result, bool bounded) {
  std::string out;
  if (bounded) {
    out += fmt::format("  {} assignments of trip counts: {}\n", result.tried, result.bound);
    if (!result.trips.empty()) out += fmt::format("  decided by {}\n", result.trips);
    if (result.undecided != 0) out += fmt::format("  {} of them undecided\n", result.undecided);
  }
  // How calls of queues are executed makes a fault of what the runtime asserts.
  const std::string& reason = result.verdict.judgement.verdict.reason;
  if (reason == "division") out += "  a call of a queue that its runtime asserts against: full, empty, or not free\n";
  if (reason == "index") out += "  an id that its event has not: written so, or given out where none was left\n";
  if (!result.verdict.double_set.empty()) {
    const bool overflow = result.verdict.double_set.starts_with("cross.");
    out +=
        fmt::format("  a {}: {}\n", overflow ? "counter between cores can overflow" : "flag can be set while it is set",
                    result.verdict.double_set);
  }
  if (!result.left.empty()) {
    out += fmt::format("  flags set at the end: {}{}{}: the kernel that runs next finds them set\n",
                       fmt::join(result.left, ", "), result.leaks_where.empty() ? "" : " at ", result.leaks_where);
  }
  return out;
}

// The schedule in the file of --trace, with the trips that it needs; whether there is one. Of a kernel that is right
// but for flags that it leaves set, a run that leaves them.
bool save_steps(Session& session, const Implementation& implementation, const Judgement& judgement,
                const ascend::BoundedVerdict& result, const Tree& tree) {
  const Arguments& arguments = session.arguments();
  if (!arguments.given("trace")) return false;
  const bool leak = judgement.verdict.witness.empty() && !result.leak.empty();
  if (judgement.verdict.witness.empty() && !leak) {
    session.note(fmt::format("'{}' has no schedule to save: {} is not written\n", to_text(judgement.verdict.word),
                             arguments.value("trace")));
    return false;
  }
  std::vector<std::string> options = defining_options(session);
  if (const auto& at = leak ? result.leaks_at : result.at) {
    for (const std::string& trips : trip_options(tree, *at)) options.insert(options.end(), {"--trips", trips});
  }
  write_steps(arguments.value("trace"), implementation.tree, leak ? result.leak : judgement.verdict.witness, options);
  if (leak) session.note(fmt::format("'{}' has a run that leaves flags set\n", arguments.value("trace")));
  return !leak;
}

}  // namespace

Exit judge_kernel(Session& session, const ascend::Kernel& kernel, const ascend::Machine& machine,
                  const KernelSources& sources) {
  const Arguments& arguments = session.arguments();
  const ascend::Primitives primitives = ascend::primitives_of(machine);
  const auto judge = ascend::KernelJudge::make(kernel, primitives);
  if (!judge) stop_with(session, ascend::messages_of(kernel, judge.error()), sources);
  const Program& program = judge->required().program;
  const Implementation& implementation = judge->implementation();
  const ascend::BoundedVerdict result = ask(session, *judge, program.tree);
  Judgement judgement = result.verdict.judgement;
  if (!judgement.disagreement.empty()) {
    throw InternalError(fmt::format("the engines do not agree on this kernel: {}", judgement.disagreement));
  }
  const auto pairing = pair_up(program, implementation);
  const report::Locator locator(&program, implementation, &*pairing, text_of(sources.program), {});
  report::VerdictSummary summary;
  summary.program = &program;
  summary.implementation = &implementation;
  summary.judgement = &judgement;
  summary.locator = &locator;
  summary.findings = report::findings_of(judgement, locator);
  const bool bounded = !trips_given(arguments);
  if (bounded) judgement.verdict.bound.clear();  // said in words above
  summary.saved = save_steps(session, implementation, judgement, result, program.tree);
  summary.replaying =
      summary.saved ? "its steps are saved; they are of what `--emit implementation --output IMPL` writes instead "
                      "of --check, and `counterpoint run IMPL --replay FILE` takes them"
                    : "--trace FILE.steps saves its steps, and `--emit implementation --output IMPL` instead of "
                      "--check writes what `counterpoint run IMPL --replay FILE.steps` takes them with";
  session.out().write(fmt::format("{} on {}\n{}{}{}", program.tree.name(), machine.name(),
                                  findings(kernel, judge->required(), primitives), remarks(result, bounded),
                                  report::render(summary, session.verbose())));
  session.out().write(kernel_costs(kernel, *judge, read_trips(session, program.tree)));
  report::VerdictBounds bounds;
  bounds.trips = bounded ? fmt::format("assignments:{}", result.tried) : trips_bound(session, program.tree);
  if (draws(session)) bounds.seed = arguments.value("seed");
  // What comes before is about the kernel and its program; the last line, about all that runs on the core.
  judgement.verdict.word = result.word();
  judgement.verdict.reason = result.reason();
  report::OutcomeLine line = report::verdict_line(judgement, bounds);
  if (!result.left.empty()) line.add("left", fmt::format("{}", fmt::join(result.left, ",")));
  report::add_last(line, judgement.verdict);
  const VerdictWord word = judgement.verdict.word;
  const Exit exit =
      session.judge(line.word, Exit{static_cast<std::uint8_t>(exit_code(word, arguments.given("exact")))});
  session.out().write(report::render(line, session.color_out()));
  return exit;
}

}  // namespace counterpoint::cli
