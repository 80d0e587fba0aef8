// Renders the steps of a run as a table.
// SPDX-License-Identifier: Apache-2.0
#include "report/step_table.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/table.hpp"

namespace counterpoint::report {
namespace {

// A step without its engine: "issue qk", "end".
std::string cell(const Tree& tree, const Step& step) {
  const std::string text = to_text(tree, step);  // KIND ENGINE [SUBJECT [ORDINAL]]
  const std::size_t kind = text.find(' ');
  if (kind == std::string::npos) return text;
  const std::size_t engine = text.find(' ', kind + 1);
  return engine == std::string::npos ? text.substr(0, kind) : text.substr(0, kind) + text.substr(engine);
}

}  // namespace

std::string render_steps(const Tree& tree, std::span<const Step> steps, std::span<const std::uint64_t> times,
                         std::size_t most) {
  const std::size_t first = steps.size() > most ? steps.size() - most : 0;
  std::vector<std::size_t> column(tree.engine_count(), 0);
  std::vector<std::string> head = {"step"};
  if (!times.empty()) head.emplace_back("time");
  const std::size_t fixed = head.size();
  for (const EngineId e : tree.engines()) {
    const bool occurs = std::ranges::any_of(steps.subspan(first), [&](const Step& s) { return s.engine == e; });
    if (!occurs) continue;
    column[e.value] = head.size();
    head.emplace_back(tree.engine_name(e));
  }
  Table table(std::vector<Table::Side>(fixed, Table::Side::right));
  const std::size_t width = head.size();
  table.add(std::move(head));
  for (std::size_t i = first; i < steps.size(); ++i) {
    std::vector<std::string> row(width);
    row[0] = std::to_string(i + 1);
    if (!times.empty()) row[1] = std::to_string(times[i]);
    row[column[steps[i].engine.value]] = cell(tree, steps[i]);
    table.add(std::move(row));
  }
  return (first == 0 ? "" : fmt::format("  ({} earlier steps)\n", first)) + table.text(2);
}

}  // namespace counterpoint::report
