// Renders simulations of images.
// SPDX-License-Identifier: Apache-2.0
#include "report/simulation.hpp"

#include <fmt/format.h>

#include <vector>

#include "report/json_diagnostics.hpp"
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

// The last steps of a run that stopped, a line each; of any run if `all`. With how many there are.
std::vector<std::string> last_step_lines(const SimulationSummary& summary, bool all) {
  std::vector<std::string> lines;
  const neuron::CoreRun* run = summary.run;
  if (run == nullptr || run->taken.empty()) return lines;
  const bool stopped = run->outcome == Outcome::deadlock || run->outcome == Outcome::fault;
  if (!all && !stopped) return lines;
  const std::string text = neuron::schedule_to_text(*summary.simulator, run->taken);
  const std::size_t most = all ? steps_shown_at_most : steps_shown;
  std::size_t from = text.size();
  for (std::size_t n = 0; n < most && from != 0; ++n) {
    const std::size_t line = from < 2 ? std::string::npos : text.rfind('\n', from - 2);
    from = line == std::string::npos ? 0 : line + 1;
  }
  for (std::size_t at = from; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string steps_text(const SimulationSummary& summary, bool verbose) {
  const std::vector<std::string> lines = last_step_lines(summary, verbose);
  if (lines.empty()) return "";
  const std::size_t all = summary.run->taken.size();
  std::string out = lines.size() == all ? "steps:\n" : fmt::format("the last {} of {} steps:\n", lines.size(), all);
  for (const std::string& line : lines) out += fmt::format("  {}\n", line);
  return out;
}

std::string signed_unsigned(const SimulationSummary& summary) {
  const auto& differ = summary.exploration != nullptr ? summary.exploration->differ : summary.run->differ;
  return differ ? neuron::explain_differ(*summary.simulator, *differ) : std::string();
}

std::string bank_text(const SimulationSummary& summary) {
  if (summary.run != nullptr) return summary.run->last.bank.to_text();
  const neuron::Exploration& search = *summary.exploration;
  return search.final_bank && search.same_bank ? search.final_bank->to_text() : std::string();
}

void write_lines(JsonWriter& w, std::string_view key, const std::vector<std::string>& lines) {
  if (lines.empty()) return;
  w.key(key);
  w.begin_array();
  for (const std::string& line : lines) w.value(line);
  w.end_array();
}

std::vector<std::string> held_streams(const SimulationSummary& summary) {
  std::vector<std::string> out;
  if (summary.run == nullptr) return out;
  for (const neuron::HeldStream& held : summary.run->held) out.push_back(held.text);
  return out;
}

}  // namespace

std::string json_simulation(const SimulationSummary& summary, int exit, const Diagnostics& diagnostics) {
  JsonWriter w;
  begin_document(w, "lower", exit);
  w.member("name", summary.simulator->code().program);
  w.member("outcome", summary.line.word);
  write_facts(w, summary.line);
  w.member_if("signed_unsigned", signed_unsigned(summary));
  write_lines(w, "stuck", held_streams(summary));
  if (summary.run != nullptr) w.member_if("fault", summary.run->fault_text);
  write_lines(w, "steps", last_step_lines(summary, false));
  w.member_if("bank", bank_text(summary));
  write_diagnostics(w, diagnostics);
  w.end_object();
  return w.finish();
}

std::string render(const SimulationSummary& summary, bool verbose) {
  std::string out = head(summary);
  if (const std::string differ = signed_unsigned(summary); !differ.empty()) {
    out += fmt::format("signed and unsigned differ at {}\n", differ);
  }
  if (const auto held = held_streams(summary); !held.empty()) {
    out += "deadlock:\n";
    for (const std::string& line : held) out += fmt::format("  {}\n", line);
  }
  if (summary.run != nullptr && !summary.run->fault_text.empty()) {
    out += fmt::format("fault: {}\n", summary.run->fault_text);
  }
  if (summary.run != nullptr) out += steps_text(summary, verbose);
  if (const std::string bank = bank_text(summary); !bank.empty()) out += fmt::format("bank: {}\n", bank);
  return out;
}

}  // namespace counterpoint::report
