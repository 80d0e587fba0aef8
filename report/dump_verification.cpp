// Renders what the verifiers of a dump say.
// SPDX-License-Identifier: Apache-2.0
#include "report/dump_verification.hpp"

#include <fmt/format.h>

#include "report/json_writer.hpp"
#include "report/table.hpp"
#include "targets/neuron/verifiers/verify_dump.hpp"

namespace counterpoint::report {
namespace {

const neuron::DumpReport::Counts& counts_of(const neuron::DumpReport& report, std::string_view verifier) {
  static const neuron::DumpReport::Counts none;
  const auto found = report.counts().find(verifier);
  return found == report.counts().end() ? none : found->second;
}

void write_diagnostic(JsonWriter& w, const Diagnostic& d) {
  w.begin_object();
  w.member("code", code_text(d.code));
  w.member("severity", entry(d.code).severity);
  w.member_if("file", d.file);
  w.member_if("place", d.place);
  w.member("message", d.message);
  w.member_if("expected", d.expected);
  w.member_if("found", d.found);
  w.member_if("nearest", d.nearest);
  w.member_if("help", d.help);
  w.end_object();
}

}  // namespace

OutcomeLine dump_verdict_line(const neuron::DumpReport& report) {
  OutcomeLine line;
  line.kind = "verdict";
  line.word = neuron::to_text(report.verdict());
  line.add("by", neuron::verifier_words());
  line.add("bound", "iterations:2");
  line.add("findings", std::to_string(report.findings()));
  line.add("undecided", std::to_string(report.undecided()));
  std::string assume;
  for (const std::string& a : report.assumptions()) assume += (assume.empty() ? "" : ",") + a;
  if (!assume.empty()) line.add("assume", assume);
  return line;
}

std::string render(const neuron::DumpReport& report) {
  Table table;
  for (const neuron::DumpVerifierEntry& v : neuron::all_dump_verifiers()) {
    std::string said;
    for (const auto& [status, n] : counts_of(report, v.word))
      said += fmt::format("{}{} {}", said.empty() ? "" : ", ", n, status);
    table.add({std::string(v.word), std::string(neuron::to_text(report.verdict(v.word))), said});
  }
  return table.text();
}

std::string json_dump_verification(const neuron::DumpReport& report, const OutcomeLine& line, int exit,
                                   const Diagnostics& diagnostics) {
  JsonWriter w;
  w.begin_object();
  w.member("schema", "counterpoint-result/1");
  w.member("command", "lower");
  w.member("exit", exit);
  w.member("verdict", line.word);
  w.key("facts");
  w.begin_object();
  for (const auto& [key, value] : line.facts) w.member(key, value);
  w.end_object();
  w.key("verifiers");
  w.begin_array();
  for (const neuron::DumpVerifierEntry& v : neuron::all_dump_verifiers()) {
    w.begin_object();
    w.member("verifier", v.word);
    w.member("verdict", neuron::to_text(report.verdict(v.word)));
    w.key("counts");
    w.begin_object();
    for (const auto& [status, n] : counts_of(report, v.word)) w.member(status, n);
    w.end_object();
    w.end_object();
  }
  w.end_array();
  w.key("diagnostics");
  w.begin_array();
  for (const Diagnostic& d : diagnostics) write_diagnostic(w, d);
  w.end_array();
  w.end_object();
  return w.finish();
}

}  // namespace counterpoint::report
