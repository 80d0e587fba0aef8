// Renders what the verifiers of a dump say.
// SPDX-License-Identifier: Apache-2.0
#include "report/dump_verification.hpp"

#include <fmt/format.h>

#include "report/json_diagnostics.hpp"
#include "report/table.hpp"
#include "targets/neuron/verifiers/verify_dump.hpp"
#include "targets/neuron/verifiers/verify_image.hpp"

namespace counterpoint::report {
namespace {

const neuron::DumpReport::Counts& counts_of(const neuron::DumpReport& report, std::string_view verifier) {
  static const neuron::DumpReport::Counts none;
  const auto found = report.counts().find(verifier);
  return found == report.counts().end() ? none : found->second;
}

}  // namespace

OutcomeLine dump_verdict_line(const neuron::DumpReport& report, bool image) {
  std::string asked;
  std::string left;
  for (const neuron::DumpVerifierEntry& v : neuron::all_dump_verifiers()) {
    std::string& list = image && !neuron::not_in_images(v.which).empty() ? left : asked;
    list += (list.empty() ? "" : "+") + std::string(v.word);
  }
  OutcomeLine line;
  line.kind = "verdict";
  line.word = neuron::to_text(report.verdict());
  line.add("by", asked);
  if (!image) line.add("bound", "iterations:2");
  line.add("findings", std::to_string(report.findings()));
  line.add("undecided", std::to_string(report.undecided()));
  if (!left.empty()) line.add("left", left);
  std::string assume;
  for (const std::string& a : report.assumptions()) assume += (assume.empty() ? "" : ",") + a;
  if (!assume.empty()) line.add("assume", assume);
  return line;
}

std::string render(const neuron::DumpReport& report, bool image) {
  Table table;
  for (const neuron::DumpVerifierEntry& v : neuron::all_dump_verifiers()) {
    if (image && !neuron::not_in_images(v.which).empty()) {
      table.add({std::string(v.word), "not run", fmt::format("needs {}", neuron::not_in_images(v.which))});
      continue;
    }
    std::string said;
    for (const auto& [status, n] : counts_of(report, v.word))
      said += fmt::format("{}{} {}", said.empty() ? "" : ", ", n, status);
    table.add({std::string(v.word), std::string(neuron::to_text(report.verdict(v.word))), said});
  }
  return table.text();
}

std::string json_dump_verification(const neuron::DumpReport& report, bool image, const OutcomeLine& line, int exit,
                                   const Diagnostics& diagnostics) {
  JsonWriter w;
  begin_document(w, "lower", exit);
  w.member("verdict", line.word);
  write_facts(w, line);
  w.key("verifiers");
  w.begin_array();
  for (const neuron::DumpVerifierEntry& v : neuron::all_dump_verifiers()) {
    w.begin_object();
    w.member("verifier", v.word);
    if (image && !neuron::not_in_images(v.which).empty()) {
      w.member("needs", neuron::not_in_images(v.which));
      w.end_object();
      continue;
    }
    w.member("verdict", neuron::to_text(report.verdict(v.word)));
    w.key("counts");
    w.begin_object();
    for (const auto& [status, n] : counts_of(report, v.word)) w.member(status, n);
    w.end_object();
    w.end_object();
  }
  w.end_array();
  write_diagnostics(w, diagnostics);
  w.end_object();
  return w.finish();
}

}  // namespace counterpoint::report
