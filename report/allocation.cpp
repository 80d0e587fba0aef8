// Renders the cost and the choices of an allocation.
// SPDX-License-Identifier: Apache-2.0
#include "report/allocation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/allocation/passes/passes.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

std::string register_cell(const Tree& tree, const Cost& cost) {
  const auto most = std::ranges::max_element(cost.registers);
  if (most == cost.registers.end() || *most == 0) return "none";
  std::string each;
  for (const EngineId e : tree.engines()) {
    each += fmt::format("{}{} {}", each.empty() ? "" : ", ", tree.engine_name(e), cost.registers[e.value]);
  }
  return fmt::format("at most {} on an engine ({})", *most, each);
}

}  // namespace

std::string render_cost(const Implementation& implementation, const Cost& cost) {
  const Tree& tree = implementation.tree;
  std::string out = std::string(tree.name());
  if (!implementation.scheme.empty()) out += fmt::format(", {}", implementation.scheme);
  out += fmt::format(": {} on {}\n", counted(cost.instructions, "instruction"), counted(tree.engine_count(), "engine"));
  Table table;
  table.add({"semaphores", std::to_string(cost.semaphores)});
  table.add({"registers", register_cell(tree, cost)});
  table.add({"register operations", fmt::format("{} in the text, {:.2f} before each instruction that waits",
                                                cost.register_operations, cost.operations_per_issue)});
  table.add({"waits", fmt::format("{} in the text", cost.waits)});
  table.add({"updates", fmt::format("{} in the text", cost.updates)});
  table.add({"barriers", cost.barriers == 0 ? "none" : fmt::format("{} in the text", cost.barriers)});
  table.add(
      {"code", fmt::format("{} bytes at 64 an instruction, all engines{}", cost.code_bytes,
                           cost.carriers == 0 ? "" : fmt::format(" ({} carriers of further waits)", cost.carriers))});
  return out + table.text(2);
}

std::string render_choices(const std::vector<Choice>& choices) {
  Table table;
  for (const Choice& c : choices) table.add({c.subject, c.decision, c.reason});
  return table.text(2);
}

std::string render_savings(const std::vector<Saving>& savings) {
  if (savings.empty()) return {};
  constexpr auto right = Table::Side::right;
  Table table({Table::Side::left, right, right, right, right, right, right});
  table.add({"saved by", "registers", "operations", "before an issue", "waits", "semaphores", "code bytes"});
  Saving all;
  const auto add = [&](std::string_view name, const Saving& s) {
    table.add({std::string(name), std::to_string(s.registers), std::to_string(s.operations),
               fmt::format("{:.2f}", s.operations_per_issue), std::to_string(s.waits), std::to_string(s.semaphores),
               std::to_string(s.code_bytes)});
  };
  for (const Saving& s : savings) {
    add(entry(s.pass).name, s);
    all.registers += s.registers;
    all.operations += s.operations;
    all.operations_per_issue += s.operations_per_issue;
    all.waits += s.waits;
    all.semaphores += s.semaphores;
    all.code_bytes += s.code_bytes;
  }
  add("all", all);
  std::string out = table.text(2);
  for (const Saving& s : savings) {
    if (!s.note.empty()) out += fmt::format("  {}: {}\n", entry(s.pass).name, s.note);
  }
  return out;
}

}  // namespace counterpoint::report
