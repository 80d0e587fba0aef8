// What is built in to compare schemes on: programs of pipes, the cases of ascend.md 6, kernels written by hand.
// SPDX-License-Identifier: Apache-2.0
//
// The table is cases.def: it says which files stand for a case, which loops are marked parallel there, and what a
// kernel written by hand is worth. A loop cannot be marked in a program's text; `lower` has `--parallel` for it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/machine/verdict.hpp"

namespace counterpoint::ascend {

struct PipeText {
  std::string_view file;
  std::string_view text;
};
// Each in the order of the names of files.
[[nodiscard]] std::span<const PipeText> pipe_programs();    // examples/ascend/*.cp
[[nodiscard]] std::span<const PipeText> case_programs();    // examples/ascend/cases/*.cp
[[nodiscard]] std::span<const PipeText> kernels_by_hand();  // examples/ascend/cases/*.kernel

struct CaseProgram {
  std::string_view name;  // "T15"
  std::string_view file;
  std::string_view parallel;  // a loop that is marked parallel, or ""
  bool believed = false;      // it is marked although its iterations need each other
};
struct KernelByHand {
  std::string_view name;
  std::string_view program;
  std::string_view file;
  VerdictWord verdict;
  std::string_view reason;
};
// A case that no built-in file stands for, or not alone.
struct CaseElsewhere {
  std::string_view name;
  std::string_view where;
};
[[nodiscard]] std::span<const CaseProgram> all_case_programs();
[[nodiscard]] std::span<const KernelByHand> all_kernels_by_hand();
[[nodiscard]] std::span<const CaseElsewhere> cases_elsewhere();

// "T8 T31": the cases that a program stands for, in the order of the table.
[[nodiscard]] std::string cases_of(std::string_view file);
// The loops of that program that are marked.
[[nodiscard]] std::vector<std::string_view> marked_loops(std::string_view file);

}  // namespace counterpoint::ascend
