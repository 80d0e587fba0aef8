// Writes results as JSON. The only file of this layer that includes the JSON library.
// SPDX-License-Identifier: Apache-2.0
#include "report/json.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>

#include "core/dependence/wording.hpp"
#include "core/text/text.hpp"
#include "report/conflicts.hpp"
#include "report/json_cost.hpp"
#include "report/ranges.hpp"

namespace counterpoint::report {
namespace {

using Json = nlohmann::ordered_json;

Json document(std::string_view command, int exit) {
  return {{"schema", "counterpoint-result/1"}, {"command", command}, {"exit", exit}};
}

// Bytes that are no UTF-8 come out as the replacement character, so that the document is always valid.
std::string text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

void add(Json& json, const char* key, std::string_view value) {
  if (!value.empty()) json[key] = value;
}

Json diagnostic(const Diagnostic& d) {
  Json json = {{"code", code_text(d.code)}, {"severity", entry(d.code).severity}, {"message", d.message}};
  add(json, "file", d.file);
  if (d.position.line != 0) json["line"] = d.position.line;
  if (d.position.column != 0) json["column"] = d.position.column;
  const std::array said{std::pair{"place", &d.place}, std::pair{"expected", &d.expected}, std::pair{"found", &d.found},
                        std::pair{"nearest", &d.nearest}, std::pair{"help", &d.help}};
  for (const auto& [key, value] : said) add(json, key, *value);
  return json;
}

Json diagnostics_array(const Diagnostics& diagnostics) {
  Json array = Json::array();
  for (const Diagnostic& d : diagnostics) array.push_back(diagnostic(d));
  return array;
}

std::string text(Json& json, const Diagnostics& diagnostics) {
  json["diagnostics"] = diagnostics_array(diagnostics);
  return text(json);
}

Json facts_object(const OutcomeLine& line) {
  Json facts = Json::object();
  for (const auto& [key, value] : line.facts) facts[key] = value;
  return facts;
}

Json outcome_document(std::string_view command, int exit, const OutcomeLine& line) {
  Json json = document(command, exit);
  json["outcome"] = line.word;
  json["facts"] = facts_object(line);
  return json;
}

Json race_object(const Tree& tree, const Race& race) {
  const auto access = [&](const RacyAccess& a) {
    return Json{{"engine", tree.engine_name(a.engine)},
                {"instruction", tree.instruction_name(a.instruction)},
                {"instance", instance_text(tree, a.instruction, a.iterations)},
                {"line", tree.line_of(a.instruction)},
                {"access", a.write ? "write" : "read"}};
  };
  return {{"slot", race.slot}, {"first", access(race.first)}, {"second", access(race.second)}};
}

Json releasers_array(const Tree& tree, const std::vector<Releaser>& releasers) {
  Json array = Json::array();
  for (const Releaser& r : releasers) {
    array.push_back({{"engine", tree.engine_name(r.engine)}, {"by", r.statement}, {"where", r.where}});
  }
  return array;
}

Json stuck_array(const Tree& tree, const std::vector<Stuck>& stuck) {
  Json array = Json::array();
  for (const Stuck& s : stuck) {
    Json json = {{"engine", tree.engine_name(s.engine)}, {"at", s.statement}, {"iterations", s.iterations}};
    json["waits_for"] = Json::array();
    for (const StuckTest& t : s.tests) {
      json["waits_for"].push_back({{"cell", t.cell},
                                   {"test", t.kind == TestKind::equal ? "==" : ">="},
                                   {"needed", t.needed},
                                   {"value", t.value},
                                   {"releasers", releasers_array(tree, t.releasers)}});
    }
    if (!s.absent.empty()) json["absent"] = releasers_array(tree, s.absent);
    array.push_back(std::move(json));
  }
  return array;
}

Json steps_array(const Tree& tree, const std::vector<Step>& steps) {
  Json array = Json::array();
  for (const Step& s : steps) array.push_back(to_text(tree, s));
  return array;
}

Json excess_array(const Tree& tree, const std::vector<OverSynchronised>& excess) {
  Json array = Json::array();
  for (const OverSynchronised& x : excess) {
    array.push_back({{"consumer", consumer_name(tree, x)},
                     {"line", consumer_line(tree, x)},
                     {"engine", tree.engine_name(x.engine)},
                     {"producer", tree.instruction_name(x.producer)},
                     {"lost_slack", x.lost_slack},
                     {"instances", x.instances}});
  }
  return array;
}

Json answer_object(const DeciderAnswer& a) {
  Json json = {{"by", a.by}};
  if (!a.verdict) {
    json["not_applicable"] = a.not_applicable.reason;
    return json;
  }
  json["verdict"] = to_text(a.verdict->word);
  add(json, "reason", a.verdict->reason);
  json["bound"] = a.verdict->bound;
  return json;
}

void add_evidence(Json& json, const Judgement& judgement, const Tree& tree, const Program* program) {
  const Verdict& v = judgement.verdict;
  add(json, "explanation", v.explanation);
  for (const FaultKind k : v.faults) json["faults"].push_back(fault_name(k));
  if (!v.witness.empty()) json["witness"] = steps_array(tree, v.witness);
  add(json, "why", judgement.evidence.why);
  if (!judgement.evidence.stuck.empty()) json["stuck"] = stuck_array(tree, judgement.evidence.stuck);
  if (!v.excess.empty()) json["excess"] = excess_array(program->tree, v.excess);
}

Json open_array(const smt::Proof& proof) {
  Json array = Json::array();
  for (const smt::OpenObligation& o : proof.open) {
    Json one = {{"what", o.what}};
    add(one, "why", o.why);
    for (const auto& [name, value] : o.model) one["model"][name] = value;
    array.push_back(std::move(one));
  }
  return array;
}

}  // namespace

std::string json_failure(std::string_view command, int exit, std::string_view message, const Diagnostics& diagnostics) {
  Json json = document(command, exit);
  add(json, "message", message);
  return text(json, diagnostics);
}

std::string json_code(const CodeEntry& entry) {
  Json json = document("explain", 0);
  json.update({{"code", code_text(entry.code)}, {"name", entry.name}, {"severity", entry.severity}});
  json.update({{"meaning", entry.meaning}, {"wrong", entry.wrong}, {"right", entry.right}});
  return text(json);
}

std::string json_versions(const std::vector<std::pair<std::string, std::string>>& versions) {
  Json json = document("version", 0);
  for (const auto& [name, version] : versions) json["versions"][name] = version;
  return text(json);
}

std::string json_allocation(const Allocation& allocation, const Cost& cost, bool with_implementation,
                            const Diagnostics& diagnostics) {
  Json json = implementation_object(document("alloc", 0), allocation.implementation, cost);
  json["choices"] = Json::array();
  for (const Choice& c : allocation.choices) {
    json["choices"].push_back({{"subject", c.subject}, {"decision", c.decision}, {"reason", c.reason}});
  }
  if (!allocation.savings.empty()) json["redundant_dependencies"] = allocation.redundant;
  if (!allocation.savings.empty()) json["savings"] = savings_array<Json>(allocation.savings);
  json["diagnostics"] = diagnostics_array(diagnostics);
  if (with_implementation) json["implementation"] = Json::parse(print_json(allocation.implementation));
  return text(json);
}

std::string json_optimization(const Optimized& optimized, bool with_implementation, const Diagnostics& diagnostics) {
  Json json = implementation_object(document("optimize", 0), optimized.implementation, optimized.after);
  json["before"] = cost_object<Json>(optimized.implementation.tree, optimized.before);
  json["savings"] = savings_array<Json>(optimized.savings);
  json["diagnostics"] = diagnostics_array(diagnostics);
  if (with_implementation) json["implementation"] = Json::parse(print_json(optimized.implementation));
  return text(json);
}

std::string json_conflicts(const Program& program, const Derivation& derivation, const Program* complete) {
  const Tree& tree = program.tree;
  Json json = document("deps", 0);
  json["program"] = tree.name();
  json["given"] = derivation.given;
  json["implied"] = derivation.implied;
  json["missing"] = derivation.missing;
  json["truncated"] = derivation.truncated;
  json["conflicts"] = Json::array();
  for (const Conflict& c : derivation.conflicts) {
    Json conflict = {{"status", status_text(c.status)},
                     {"kind", kind_text(c.kind)},
                     {"earlier", tree.instruction_name(c.earlier)},
                     {"later", tree.instruction_name(c.later)},
                     {"after", producer_text(tree, c)},
                     {"earlier_access", access_text(tree, c.earlier_access)},
                     {"later_access", access_text(tree, c.later_access)}};
    add(conflict, "because", conflict_reason(program, derivation, c));
    json["conflicts"].push_back(std::move(conflict));
  }
  if (complete != nullptr) json["complete"] = Json::parse(print_json(*complete));
  return text(json);
}

std::string json_explanations(const Program& program, const std::vector<Explanation>& explanations,
                              const Diagnostics& diagnostics) {
  Json json = document("explain", 0);
  json["program"] = program.tree.name();
  json["dependencies"] = Json::array();
  for (const Explanation& e : explanations) {
    Json one = {{"dependency", e.subject}, {"class", e.class_text}, {"status", e.status}, {"place", e.place}};
    add(one, "threshold", e.threshold);
    add(one, "condition", e.condition);
    add(one, "formula", e.formula);
    add(one, "per_loop", e.per_loop);
    one["reason"] = e.reason;
    one["rewrites"] = Json::array();
    for (const Rewrite& r : e.rewrites) {
      Json rewrite = {{"text", r.text}, {"becomes", class_name(r.becomes)}, {"same_meaning", r.same_meaning}};
      add(rewrite, "statement", r.statement);
      add(rewrite, "producer", r.producer);
      one["rewrites"].push_back(std::move(rewrite));
    }
    json["dependencies"].push_back(std::move(one));
  }
  return text(json, diagnostics);
}

std::string json_run(const RunSummary& summary, int exit, const Diagnostics& diagnostics) {
  const Tree& tree = *summary.tree;
  const RunResult& result = *summary.result;
  Json json = outcome_document("run", exit, summary.line);
  json["name"] = tree.name();
  json["kind"] = summary.implementation ? "implementation" : "program";
  if (result.race) json["race"] = race_object(tree, *result.race);
  if (!result.stuck.empty()) json["stuck"] = stuck_array(tree, result.stuck);
  if (result.fault) json["fault"] = result.fault_text;
  add(json, "races_undecided", result.races_undecided);
  return text(json, diagnostics);
}

std::string json_pair(const PairSummary& summary, int exit, const Diagnostics& diagnostics) {
  const MutualReplayResult& result = *summary.result;
  const Tree& tree = summary.program->tree();
  Json json = outcome_document("run", exit, summary.line);
  json.update({{"name", tree.name()}, {"kind", "pair"}});
  if (summary.race != nullptr) json["race"] = race_object(tree, *summary.race);
  if (result.difference) {
    const Difference& d = *result.difference;
    json["difference"] = {{"kind", difference_name(d.kind)},
                          {"leader", d.implementation_leads ? "implementation" : "program"},
                          {"why", explain_difference(summary)}};
    json["difference"]["steps"] =
        steps_array((d.implementation_leads ? *summary.implementation : *summary.program).tree(), d.steps);
  }
  return text(json, diagnostics);
}

std::string json_certification(const CertificationSummary& summary, int exit, const Diagnostics& diagnostics) {
  const smt::Certification& c = *summary.certification;
  Json json = document("certify", exit);
  json["name"] = summary.implementation->tree.name();
  json["verdict"] = summary.line.word;
  json["facts"] = facts_object(summary.line);
  json["solvers"] = summary.solvers;
  if (!c.proof.refusals.empty()) json["refused"] = c.proof.refusals;
  if (c.verdict.word != VerdictWord::equivalent) json["open"] = open_array(c.proof);
  const std::vector<std::string> conditions = condition_texts(c, summary.implementation->tree);
  if (!conditions.empty()) json["range"] = {{"width", summary.width}, {"conditions", conditions}};
  add(json, "lag", lag_text(c, *summary.program));
  if (c.search) {
    const RefuteResult& s = *c.search;
    json["search"] = {{"bound", s.bound}, {"decided", s.decided}, {"left", s.left}};
    if (s.refutation) {
      json["trips"] = s.refutation->trip_options;
      add_evidence(json, s.refutation->judgement, summary.implementation->tree, summary.program);
    }
  }
  if (!summary.findings.empty()) json["findings"] = Json::parse(json_findings(summary.findings));
  add(json, "certificate", summary.certificate);
  return text(json, diagnostics);
}

std::string json_verdict(const VerdictSummary& summary, int exit, const Diagnostics& diagnostics) {
  const Judgement& judgement = *summary.judgement;
  const Verdict& v = judgement.verdict;
  Json json = document(summary.command, exit);
  if (summary.implementation != nullptr) json["name"] = summary.implementation->tree.name();
  json["verdict"] = summary.line.word;
  json["facts"] = facts_object(summary.line);
  if (summary.implementation != nullptr) add_evidence(json, judgement, summary.implementation->tree, summary.program);
  if (!summary.findings.empty()) json["findings"] = Json::parse(json_findings(summary.findings));
  if (!v.left.empty()) json["left"] = v.left;
  json["engines"] = Json::array();
  for (const DeciderAnswer& a : judgement.answers) json["engines"].push_back(answer_object(a));
  if (!summary.words.empty()) json["words"] = Json::parse(summary.words);
  return text(json, diagnostics);
}

std::string json_outcome(std::string_view command, int exit, const OutcomeLine& line, const NamedLines& parts,
                         const Diagnostics& diagnostics) {
  Json json = outcome_document(command, exit, line);
  for (const auto& [name, lines] : parts) json[name] = lines;
  return text(json, diagnostics);
}

std::string json_mutation(const MutationSummary& summary, int exit, const Diagnostics& diagnostics) {
  Json json = outcome_document("mutate", exit, summary.line);
  json["operators"] = Json::array();
  for (const mutation::Tally& t : summary.result->tallies) {
    json["operators"].push_back({{"operator", t.of->name},
                                 {"fault", t.of->summary},
                                 {"mutants", t.mutants},
                                 {"pairing", t.by_pairing},
                                 {"order", t.by_order},
                                 {"monotone", t.by_monotone},
                                 {"replay", t.by_replay},
                                 {"explore", t.by_explore},
                                 {"equivalent", t.equivalent},
                                 {"undecided", t.undecided}});
  }
  json["implementations"] = Json::array();
  for (const auto& part : summary.result->parts) {
    Json one = {{"name", part.name}, {"assignments", part.result.assignments}, {"bound", part.result.bound}};
    one["mutants"] = Json::array();
    for (const mutation::MutantReport& m : part.result.mutants) {
      const mutation::Change& c = m.change;
      Json mutant = {{"operator", c.by->name}, {"scope", c.scope},
                     {"engine", c.engine},     {"before", c.before},
                     {"after", c.after},       {"killed_by", killer_name(m.trial.by)},
                     {"trips", m.trips},       {"fate", fate_text(m, part.result.assignments)}};
      one["mutants"].push_back(std::move(mutant));
    }
    for (const auto& c : part.result.contradictions) {
      one["contradictions"].push_back({{"trips", c.trips},
                                       {"by", killer_name(c.verdicts.by)},
                                       {"word", to_text(c.verdicts.word)},
                                       {"explore", to_text(c.verdicts.by_exploration)},
                                       {"implementation", c.implementation}});
    }
    json["implementations"].push_back(std::move(one));
  }
  return text(json, diagnostics);
}

std::string json_fuzz(const FuzzSummary& summary, int exit) {
  const fuzzing::CampaignResult& campaign = *summary.campaign;
  Json json = outcome_document("fuzz", exit, summary.line);
  json["allocated"] = campaign.allocated;
  json["verdicts"] = Json::object();
  for (const auto& [word, count] : campaign.verdicts) json["verdicts"][std::string(to_text(word))] = count;
  json["oracles"] = Json::array();
  for (const fuzzing::OracleTally& t : campaign.oracles) {
    json["oracles"].push_back(
        {{"name", t.oracle->name}, {"held", t.held}, {"not_applicable", t.not_applicable}, {"failed", t.failed}});
  }
  json["failures"] = Json::array();
  for (const FuzzFailure& f : summary.failures) {
    Json one = {{"subject", f.subject}, {"oracle", f.oracle}, {"what", f.what}, {"command", f.command}};
    add(one, "smallest", f.smallest);
    add(one, "file", f.file);
    json["failures"].push_back(std::move(one));
  }
  json["failures_not_shown"] = summary.not_shown;
  return text(json);
}

std::string json_library_version() {
  return fmt::format("{}.{}.{}", NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace counterpoint::report
