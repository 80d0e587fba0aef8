// What a verdict complains of, place by place.
// SPDX-License-Identifier: Apache-2.0
#include "report/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "core/machine/replay.hpp"
#include "report/json_writer.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

constexpr std::array rules = {
#define RULE(word, reason, level, summary, help) Rule{word, reason, level, summary, help},
#include "report/rules.def"
#undef RULE
};

// A text of several lines as one sentence.
std::string sentence(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '.')) text.pop_back();
  std::ranges::replace(text, '\n', ' ');
  return text;
}

void append(std::vector<FoundPlace>& to, std::vector<FoundPlace> places) {
  std::ranges::move(places, std::back_inserter(to));
}

// The first wait, else the statement that has none.
std::size_t main_of(const std::vector<FoundPlace>& places) {
  const auto wait = std::ranges::find(places, PlaceRole::wait, &FoundPlace::role);
  return wait == places.end() || wait->file.empty() ? 0 : static_cast<std::size_t>(wait - places.begin());
}

std::string tests_text(const Stuck& stuck) {
  std::vector<std::string> words;
  for (const StuckTest& t : stuck.tests) words.push_back(explain_test(t.cell, t.kind, t.value, t.needed));
  return fmt::format("{}", fmt::join(words, " and "));
}

Finding early(const Rule& rule, const Judgement& judgement, const Locator& at) {
  Finding finding{&rule, {}, {}, 0};
  const Evidence& evidence = judgement.evidence;
  finding.message = fmt::format("the program does not allow it: {}", evidence.why);
  if (!evidence.held) return finding;
  const Stuck& held = *evidence.held;
  if (held.instruction.valid()) {
    finding.places.push_back(at.program_instruction(PlaceRole::consumer, held.instruction));
    finding.message =
        fmt::format("{} on {} can issue too early: {}", finding.places[0].name, finding.places[0].engine, evidence.why);
  } else if (held.visit.valid()) {
    finding.places.push_back(at.program_visit(PlaceRole::consumer, held.visit));
    finding.message = fmt::format("the {} can come too early: {}", finding.places[0].name, evidence.why);
  }
  for (const StuckTest& t : held.tests) {
    finding.places.push_back(at.program_instruction(PlaceRole::producer, InstructionId{std::size_t{t.owner}}));
  }
  if (held.instruction.valid()) append(finding.places, at.waits_of(at.pairing()->to_implementation[held.instruction]));
  return finding;
}

Finding fault(const Rule& rule, const Judgement& judgement, const Locator& at) {
  Finding finding{&rule, sentence(judgement.evidence.why), {}, 0};
  const std::vector<Step>& steps = judgement.verdict.witness;
  const auto last = std::find_if(steps.rbegin(), steps.rend(), [](const Step& s) { return visible(s.kind); });
  const bool known = last != steps.rend() && last->kind != StepKind::end && last->kind != StepKind::visit;
  finding.places.push_back(known ? at.instruction(PlaceRole::consumer, InstructionId{std::size_t{last->subject}})
                                 : at.whole_file());
  return finding;
}

Finding stuck_engine(const Rule& rule, const Stuck& stuck, const Locator& at) {
  const Tree& tree = at.implementation().tree;
  Finding finding{&rule, {}, {}, 0};
  finding.message = fmt::format("{} is stuck at {}", tree.engine_name(stuck.engine), stuck.statement);
  if (!stuck.tests.empty()) finding.message += fmt::format(" and waits for {}", tests_text(stuck));
  std::vector<FoundPlace> waits;
  if (stuck.instruction.valid()) {
    finding.places.push_back(at.instruction(PlaceRole::consumer, stuck.instruction));
    waits = at.waits_of(stuck.instruction);
  } else {
    FoundPlace place = stuck.visit.valid() ? at.visit(PlaceRole::consumer, stuck.visit) : at.whole_file();
    if (!stuck.visit.valid()) place.name = stuck.statement;
    place.engine = tree.engine_name(stuck.engine);
    finding.places.push_back(std::move(place));
    if (stuck.condition != Stuck::no_condition) waits = at.condition(stuck.engine, stuck.condition);
  }
  const auto producer = [&](const Releaser& r) {
    if (r.instruction.valid()) finding.places.push_back(at.instruction(PlaceRole::producer, r.instruction));
  };
  for (const StuckTest& t : stuck.tests) std::ranges::for_each(t.releasers, producer);
  append(finding.places, std::move(waits));
  return finding;
}

Finding excess(const Rule& rule, const OverSynchronised& x, const Locator& at) {
  const Tree& tree = at.program()->tree;
  Finding finding{&rule, {}, {}, 0};
  finding.places.push_back(x.visit.valid() ? at.program_visit(PlaceRole::consumer, x.visit)
                                           : at.program_instruction(PlaceRole::consumer, x.consumer));
  finding.places.push_back(at.program_instruction(PlaceRole::producer, x.producer));
  if (!x.visit.valid()) append(finding.places, at.waits_of(at.pairing()->to_implementation[x.consumer]));
  finding.message =
      fmt::format("{} must wait for {} more of {} on {} than the program asks, in {}", consumer_name(tree, x),
                  counted(x.lost_slack, "retirement"), tree.instruction_name(x.producer), tree.engine_name(x.engine),
                  counted(x.instances, "instance"));
  return finding;
}

void write_place(JsonWriter& out, const FoundPlace& p) {
  out.begin_object();
  out.member("role", to_text(p.role));
  out.member("name", p.name);
  out.member_if("engine", p.engine);
  out.member_if("file", p.file);
  if (p.position.line != 0) out.member("line", p.position.line);
  if (p.position.column != 0) out.member("column", p.position.column);
  out.end_object();
}

}  // namespace

std::string Rule::id() const { return reason.empty() ? std::string(word) : fmt::format("{}/{}", word, reason); }

std::span<const Rule> all_rules() { return rules; }

const Rule* rule_of(VerdictWord word, std::string_view reason) {
  const Rule* general = nullptr;
  for (const Rule& r : rules) {
    if (r.word != counterpoint::to_text(word)) continue;
    if (r.reason == reason) return &r;
    if (r.reason.empty()) general = &r;
  }
  return general;
}

std::vector<Finding> findings_of(const Judgement& judgement, const Locator& at) {
  const Verdict& v = judgement.verdict;
  const Rule* rule = rule_of(v.word, v.reason);
  if (rule == nullptr) return {};
  std::vector<Finding> findings;
  if (v.word == VerdictWord::unsafe) {
    findings.push_back(v.reason == "early-issue" ? early(*rule, judgement, at) : fault(*rule, judgement, at));
  } else if (v.word == VerdictWord::deadlock) {
    for (const Stuck& s : judgement.evidence.stuck) findings.push_back(stuck_engine(*rule, s, at));
  } else if (v.word == VerdictWord::refines) {
    for (const OverSynchronised& x : v.excess) findings.push_back(excess(*rule, x, at));
  }
  if (findings.empty()) {
    const std::string why = sentence(v.explanation);
    findings.push_back({rule, why.empty() ? sentence(std::string(rule->summary)) : why, {at.whole_file()}, 0});
  }
  for (Finding& f : findings) f.main = main_of(f.places);
  return findings;
}

std::vector<Finding> findings_of(const smt::Certification& c, const Locator& at) {
  const bool shown = c.search && c.search->refutation;
  if (shown && c.search->refutation->judgement.verdict.word == c.verdict.word) {
    return findings_of(c.search->refutation->judgement, at);
  }
  const Rule* rule = rule_of(c.verdict.word, c.verdict.reason);
  if (rule == nullptr) return {};
  std::vector<Finding> findings;
  for (const std::string& refusal : c.proof.refusals) {
    findings.push_back({rule, fmt::format("not covered by the proof: {}", refusal), {at.whole_file()}, 0});
  }
  for (const smt::OpenObligation& o : c.proof.open) {
    findings.push_back(
        {rule, o.why.empty() ? o.what : fmt::format("{}, because {}", o.what, o.why), {at.whole_file()}, 0});
  }
  if (findings.empty()) findings.push_back({rule, sentence(std::string(rule->summary)), {at.whole_file()}, 0});
  // What is not decided for all trip counts may still wait for too much in a run that was found.
  if (shown) std::ranges::move(findings_of(c.search->refutation->judgement, at), std::back_inserter(findings));
  return findings;
}

std::string json_findings(std::span<const Finding> findings) {
  JsonWriter out;
  out.begin_array();
  for (const Finding& f : findings) {
    out.begin_object();
    out.member("rule", f.rule->id());
    out.member("message", f.message);
    out.key("places");
    out.begin_array();
    for (const FoundPlace& p : f.places) write_place(out, p);
    out.end_array();
    out.end_object();
  }
  out.end_array();
  return out.finish();
}

std::string render_places(std::span<const Finding> findings) {
  std::set<std::string> said;
  std::string out;
  for (const Finding& f : findings) {
    for (const FoundPlace& p : f.places) {
      if (p.position.line == 0) continue;
      std::string line = fmt::format("  --> {}  {} {}", location_text(p), to_text(p.role), p.name);
      if (!p.engine.empty()) line += fmt::format(" on {}", p.engine);
      if (said.insert(line).second) out += line + "\n";
    }
  }
  return out;
}

}  // namespace counterpoint::report
