// The evaluation as tables, files and a summary.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/evaluation/evaluation.hpp"
#include "report/sheet.hpp"
#include "targets/ascend/compare/suite.hpp"

namespace counterpoint::report {

struct ResultFile {
  std::string name;
  std::string content;
};

// What `counterpoint reproduce` measures: the published evaluation, and schemes for the pipes of another core.
struct Reproduction {
  Evaluation evaluation;
  std::vector<ascend::ComparedProgram> ascend;
};

// Every table of the evaluation, in the order in which they are read.
[[nodiscard]] std::vector<Sheet> reproduction_sheets(const Reproduction& all);
// results.md, results.json, one CSV for each table, the figures as SVG.
[[nodiscard]] std::vector<ResultFile> reproduction_files(const Reproduction& all);
// What a person wants to know first: the resources, the published rows beside ours, the paired programs.
[[nodiscard]] std::string render_reproduction(const Reproduction& all);
// One document with every table.
[[nodiscard]] std::string json_reproduction(const Reproduction& all);

}  // namespace counterpoint::report
