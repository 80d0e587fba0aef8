// Renders the parameters of machines.
// SPDX-License-Identifier: Apache-2.0
#include "report/machine.hpp"

#include <fmt/format.h>

#include "core/machine/model.hpp"
#include "report/table.hpp"

namespace counterpoint::report {
namespace {

std::string range(const ParameterEntry& p) {
  return p.low == p.high ? std::string("-") : fmt::format("{}-{}", p.low, p.high);
}

}  // namespace

std::string render_parameters() {
  using enum Table::Side;
  Table table({left, left, right, right, right, left, left});
  table.add({"parameter", "unit", "trn2", "trn1", "sweep", "", "meaning"});
  for (const ParameterEntry& p : all_parameters()) {
    table.add({std::string(p.name), std::string(p.unit), std::to_string(p.trn2), std::to_string(p.trn1), range(p),
               std::string(1, p.confidence), std::string(p.meaning)});
  }
  return table.text();
}

std::string markdown_parameters() {
  std::string out =
      "| parameter | unit | trn2 | trn1 | sweep | meaning | source | |\n|---|---|---|---|---|---|---|---|\n";
  for (const ParameterEntry& p : all_parameters()) {
    out += fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", p.name, p.unit, p.trn2, p.trn1, range(p),
                       p.meaning, p.source, p.confidence);
  }
  return out;
}

}  // namespace counterpoint::report
