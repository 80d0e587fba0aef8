// Renders verdicts.
// SPDX-License-Identifier: Apache-2.0
#include "report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/step_table.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t last_steps_of_witness = 24;
constexpr std::size_t most_excess = 12;

// "trips=given states=100" without its first part, as it stands in the verdict line: ";states:100".
std::string beyond_trips(const std::string& bound) {
  std::string text;
  for (std::size_t at = 0; at < bound.size();) {
    const std::size_t end = std::min(bound.find(' ', at), bound.size());
    std::string part = bound.substr(at, end - at);
    at = end + 1;
    if (part.starts_with("trips=")) continue;
    if (const auto equals = part.find('='); equals != std::string::npos) part[equals] = ':';
    text += ";" + part;
  }
  return text;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& w : words) text += (text.empty() ? "" : ",") + w;
  return text;
}

// Who must wait for more than the program asks, most lost slack first.
std::string excess_table(const Program& program, const std::vector<OverSynchronised>& excess, bool verbose) {
  const Tree& tree = program.tree;
  const std::size_t shown = verbose ? excess.size() : std::min(excess.size(), most_excess);
  Table table;
  table.add({"consumer", "line", "waits for", "on", "lost slack", "instances"});
  for (std::size_t i = 0; i < shown; ++i) {
    const OverSynchronised& x = excess[i];
    table.add({consumer_name(tree, x), std::to_string(consumer_line(tree, x)),
               std::string(tree.instruction_name(x.producer)), std::string(tree.engine_name(x.engine)),
               counted(x.lost_slack, "retirement"), std::to_string(x.instances)});
  }
  std::string out = "These instructions must wait for more than the program asks:\n" + table.text(2);
  if (shown < excess.size()) out += fmt::format("  ... and {} more (--verbose shows all)\n", excess.size() - shown);
  return out;
}

std::string engines_table(const std::vector<DeciderAnswer>& answers) {
  Table table;
  for (const DeciderAnswer& a : answers) {
    if (!a.verdict) {
      table.add({std::string(a.by), "cannot answer", a.not_applicable.reason});
      continue;
    }
    const Verdict& v = *a.verdict;
    table.add({std::string(a.by), std::string(to_text(v.word)), v.reason});
  }
  return table.text(2);
}

std::string witness_text(const VerdictSummary& summary, bool verbose) {
  const Verdict& v = summary.judgement->verdict;
  if (v.witness.empty()) {
    const bool refuted = v.word == VerdictWord::unsafe || v.word == VerdictWord::deadlock;
    return refuted ? "It is so from the start: no step is needed to show it.\n" : "";
  }
  std::string out = fmt::format("A {}schedule of the implementation that shows it, {}:\n",
                                v.shortest ? "shortest " : "", counted(v.witness.size(), "step"));
  out += render_steps(summary.implementation->tree, v.witness, {}, verbose ? most_steps_shown : last_steps_of_witness);
  // Where visits are steps, only the program says which.
  const bool visits = std::ranges::any_of(v.witness, [](const Step& s) { return s.kind == StepKind::visit; });
  const std::string_view run =
      visits ? "counterpoint run IMPL --program PROGRAM --replay" : "counterpoint run IMPL --replay";
  if (!summary.replaying.empty()) return out + fmt::format("  {}\n", summary.replaying);
  out += summary.saved ? fmt::format("  its steps are saved; `{} FILE` takes them\n", run)
                       : fmt::format("  --trace FILE.steps saves its steps, `{} FILE.steps` takes them\n", run);
  return out;
}

}  // namespace

OutcomeLine verdict_line(const Judgement& judgement, const VerdictBounds& bounds) {
  const Verdict& v = judgement.verdict;
  OutcomeLine line;
  line.kind = "verdict";
  line.word = to_text(v.word);
  if (!v.reason.empty()) line.add("reason", v.reason);
  line.add("by", v.by);
  const bool all = v.bound.find("trips=all") != std::string::npos;
  line.add("bound", (all ? "trips:all" : bounds.trips) + beyond_trips(v.bound));
  if (!bounds.seed.empty()) line.add("seed", bounds.seed);
  if (bounds.property == Property::deadlock) line.add("property", "deadlock");
  if (v.instances != 0) line.add("instances", std::to_string(v.instances));
  if (v.states != 0) {
    line.add("states", std::to_string(v.states));
    line.add("transitions", std::to_string(v.transitions));
    line.add("depth", std::to_string(v.depth));
  }
  return line;
}

void add_last(OutcomeLine& line, const Verdict& v) {
  if (!v.left.empty()) line.add("left", joined(v.left));
  if (!v.assumptions.empty()) line.add("assume", joined(v.assumptions));
}

std::string render(const VerdictSummary& summary, bool verbose) {
  const Judgement& judgement = *summary.judgement;
  const Verdict& v = judgement.verdict;
  const Tree& tree = summary.implementation->tree;
  std::string out = summary.program != nullptr ? fmt::format("{}: an implementation against its program, {}\n",
                                                             tree.name(), counted(tree.engine_count(), "engine"))
                                               : fmt::format("{}: an implementation alone, {}\n", tree.name(),
                                                             counted(tree.engine_count(), "engine"));
  if (judgement.answers.size() > 1 || verbose) out += engines_table(judgement.answers);
  if (v.word == VerdictWord::refines && !v.excess.empty()) {
    out += excess_table(*summary.program, v.excess, verbose);
  } else if (judgement.evidence.stuck.empty()) {
    out += v.explanation;
  }
  out += witness_text(summary, verbose);
  if (!judgement.evidence.why.empty()) {
    out += fmt::format("{}: {}\n", v.reason == "early-issue" ? "The program does not allow its last step" : "It faults",
                       judgement.evidence.why);
  }
  if (!judgement.evidence.stuck.empty()) out += render_deadlock(tree, judgement.evidence.stuck);
  if (v.word == VerdictWord::unsafe || v.word == VerdictWord::deadlock) out += render_places(summary.findings);
  if (v.faults.size() > 1) {
    out += "faults that can happen:";
    for (const FaultKind k : v.faults) out += fmt::format(" {}", fault_name(k));
    out += "\n";
  }
  if (!v.left.empty()) out += fmt::format("left at the end: {}\n", joined(v.left));
  return out;
}

}  // namespace counterpoint::report
