// Renders simulations of images.
// SPDX-License-Identifier: Apache-2.0
#include "report/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/table.hpp"
#include "targets/neuron/simulator/schedule_text.hpp"

namespace counterpoint::report {
namespace {

constexpr std::size_t steps_shown = 12;
constexpr std::size_t steps_shown_at_most = 10'000;

std::string head(const SimulationSummary& summary) {
  const neuron::CoreCode& code = summary.simulator->code();
  const std::string engines = counted(summary.simulator->stream_count(), "engine");
  if (summary.exploration == nullptr) {
    return fmt::format("{} (image): {} issued on {} in {}\n", code.program, counted(summary.run->records, "record"),
                       engines, counted(summary.run->steps, "step"));
  }
  const neuron::Exploration& e = *summary.exploration;
  std::string out =
      fmt::format("{} (image): {} of {}, {} between them, runs of up to {}\n", code.program, counted(e.states, "state"),
                  engines, counted(e.transitions, "step"), counted(e.depth, "step"));
  if (!e.bound.empty())
    out += fmt::format("The search ended at its bound on {}: what lies beyond is not known.\n", e.bound);
  if (e.completed > 1 && !e.same_bank) out += fmt::format("{} different ends complete.\n", e.completed);
  return out;
}

std::string steps_text(const SimulationSummary& summary, bool verbose) {
  const neuron::CoreRun& run = *summary.run;
  const bool stopped = run.outcome == Outcome::deadlock || run.outcome == Outcome::fault;
  if (run.taken.empty() || (!verbose && !stopped)) return "";
  const std::string text = neuron::schedule_to_text(*summary.simulator, run.taken);
  const std::size_t most = verbose ? steps_shown_at_most : steps_shown;
  std::size_t from = text.size();
  for (std::size_t n = 0; n < most && from != 0; ++n) {
    const std::size_t line = from < 2 ? std::string::npos : text.rfind('\n', from - 2);
    from = line == std::string::npos ? 0 : line + 1;
  }
  std::string out = from == 0 ? "steps:\n" : fmt::format("the last {} of {} steps:\n", most, run.taken.size());
  for (std::size_t at = from; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out += fmt::format("  {}\n", text.substr(at, end - at));
    at = end + 1;
  }
  return out;
}

}  // namespace

std::vector<std::pair<std::string, std::vector<std::string>>> parts_of(const SimulationSummary& summary) {
  const neuron::CoreRun* run = summary.run;
  const neuron::Exploration* search = summary.exploration;
  std::vector<std::pair<std::string, std::vector<std::string>>> parts;
  parts.push_back({"name", {summary.simulator->code().program}});
  const auto& differ = search != nullptr ? search->differ : run->differ;
  if (differ) parts.push_back({"signed_unsigned", {neuron::explain_differ(*summary.simulator, *differ)}});
  if (run != nullptr && !run->held.empty()) {
    auto& stuck = parts.emplace_back("stuck", std::vector<std::string>()).second;
    for (const neuron::HeldStream& held : run->held) stuck.push_back(held.text);
  }
  if (run != nullptr && !run->fault_text.empty()) parts.push_back({"fault", {run->fault_text}});
  if (run != nullptr) {
    parts.push_back({"bank", {run->last.bank.to_text()}});
  } else if (search->final_bank && search->same_bank) {
    parts.push_back({"bank", {search->final_bank->to_text()}});
  }
  return parts;
}

std::string render(const SimulationSummary& summary, bool verbose) {
  std::string out = head(summary);
  for (const auto& [name, lines] : parts_of(summary)) {
    if (name == "name") continue;
    if (name == "bank" && summary.run != nullptr) out += steps_text(summary, verbose);
    if (name == "stuck") {
      out += "deadlock:\n";
      for (const std::string& line : lines) out += fmt::format("  {}\n", line);
    } else {
      out += fmt::format("{} {}\n", name == "signed_unsigned" ? "signed and unsigned differ at" : name + ":", lines[0]);
    }
  }
  return out;
}

}  // namespace counterpoint::report
