// Schemes for the pipes of an Ascend core, compared: as tables, as a figure, as a section of the page.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/sheet.hpp"
#include "targets/ascend/compare/suite.hpp"

namespace counterpoint::report {

// By group and scheme; every row of the programs of pipes, of the cases, of the kernels on pipes.
[[nodiscard]] std::vector<Sheet> ascend_sheets(std::span<const ascend::ComparedProgram> programs);
// How many programs each scheme keeps, and how long it takes against the dependencies alone, as SVG.
[[nodiscard]] std::string ascend_figure(std::span<const ascend::ComparedProgram> programs);
// A table of the schemes, then of each the kernel, its findings and what it says of itself; the section `ascend`.
// Nothing for no rows.
[[nodiscard]] std::string page_ascend(std::span<const ascend::ComparedRow> rows);

}  // namespace counterpoint::report
