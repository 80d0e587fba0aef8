// Writes the evaluation as files and as a summary.
// SPDX-License-Identifier: Apache-2.0
#include "report/reproduction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/ascend_comparison.hpp"
#include "report/figures.hpp"
#include "report/timeline.hpp"

namespace counterpoint::report {
namespace {

constexpr std::string_view what_it_is =
    "Latencies come from a model of the machine (`counterpoint help machines`), not from hardware; its unpublished "
    "costs "
    "are estimates, and the tables of sensitivities say what each does to a result. Kernels are rebuilt from public "
    "ones; the paper's instruction lists are not public. Resources are counted, not modelled. What is reproduced, what "
    "is not, and why stands in docs/reproduction.md.";

const Sheet* find(const std::vector<Sheet>& sheets, std::string_view name) {
  const auto found = std::ranges::find(sheets, name, &Sheet::name);
  return found == sheets.end() ? nullptr : &*found;
}

std::string parameters(const Evaluation& evaluation) {
  std::string out;
  for (const ParameterEntry& p : all_parameters()) {
    out += fmt::format("{}\"{}\": {}", out.empty() ? "" : ", ", p.name, evaluation.plan.model[p.parameter]);
  }
  return out;
}

std::string markdown_document(const std::vector<Sheet>& sheets) {
  std::string out = fmt::format("# The published evaluation, made again\n\n{}\n", what_it_is);
  for (const Sheet& sheet : sheets) {
    // What has thousands of rows is for programs to read.
    if (sheet.rows.size() <= 400) out += "\n" + markdown(sheet);
  }
  return out;
}

}  // namespace

std::string json_reproduction(const Reproduction& all) {
  std::string out = fmt::format(
      "{{\"schema\": \"counterpoint-result/1\", \"command\": \"reproduce\", \"exit\": 0,\n\"about\": {},\n"
      "\"machine\": {{{}}},\n\"tables\": {{",
      json_string(what_it_is), parameters(all.evaluation));
  bool first = true;
  for (const Sheet& sheet : reproduction_sheets(all)) {
    out += fmt::format("{}\n{}: {}", first ? "" : ",", json_string(sheet.name), json(sheet));
    first = false;
  }
  return out + "\n}}\n";
}

std::vector<ResultFile> reproduction_files(const Reproduction& all) {
  const Evaluation& evaluation = all.evaluation;
  const std::vector<Sheet> sheets = reproduction_sheets(all);
  std::vector<ResultFile> files;
  files.push_back({"results.md", markdown_document(sheets)});
  files.push_back({"results.json", json_reproduction(all)});
  for (const Sheet& sheet : sheets) files.push_back({sheet.name + ".csv", csv(sheet)});
  files.push_back({"resources.svg", resources_figure(evaluation)});
  files.push_back({"ascend.svg", ascend_figure(all.ascend)});
  const auto kernels = all_kernels();
  for (std::uint32_t k = 0; k < kernels.size(); ++k) {
    files.push_back({fmt::format("sensitivity-{}.svg", kernels[k].id), sensitivity_figure(evaluation, k)});
    files.push_back({fmt::format("trips-{}.svg", kernels[k].id), trips_figure(evaluation, k)});
    files.push_back({fmt::format("timeline-{}.svg", kernels[k].id), timeline_figure(evaluation, k)});
  }
  return files;
}

std::string render_reproduction(const Reproduction& all) {
  const std::vector<Sheet> sheets = reproduction_sheets(all);
  std::string out;
  for (const std::string_view name : {"table1", "published", "published-resources", "latency", "paired", "ascend"}) {
    const Sheet* sheet = find(sheets, name);
    if (sheet != nullptr && !sheet->rows.empty()) out += text(*sheet) + "\n";
  }
  return out;
}

}  // namespace counterpoint::report
