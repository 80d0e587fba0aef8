// The programs that schemes are compared on: those of examples/ascend, and the kernels of examples/kernels on pipes.
// SPDX-License-Identifier: Apache-2.0
//
// What. Programs in the order of their files, then kernels in the order of sizes.json, each at its smallest size. A
//   program is compared by itself, so that whoever has threads takes one after the other. A kernel that does not fit
//   (on_pipes.hpp) has a reason in place of rows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "targets/ascend/compare/compare.hpp"

namespace counterpoint::ascend {

struct PipeProgram {
  std::string_view file;
  std::string_view text;
};
// Those of examples/ascend, built in, by name of file.
[[nodiscard]] std::span<const PipeProgram> pipe_programs();

struct ComparedProgram {
  std::string name;  // "vector_add", "K1t tiled_matmul"
  bool kernel = false;
  std::string trips;  // of the run that is measured: "m=8 n=2 k=8", "4 for each loop"
  std::string unfit;  // why there are no rows
  std::vector<ComparedRow> rows;
};

[[nodiscard]] std::size_t suite_size();
[[nodiscard]] ComparedProgram compare_in_suite(std::size_t number);

}  // namespace counterpoint::ascend
