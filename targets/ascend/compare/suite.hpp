// What schemes are compared on: the programs of examples/ascend, the cases, the kernels of examples/kernels on pipes.
// SPDX-License-Identifier: Apache-2.0
//
// What. Programs in the order of their files, then cases in the order of theirs, with the kernels written by hand for
//   each, then kernels in the order of sizes.json, each at its smallest size. A program is compared by itself, so that
//   whoever has threads takes one after the other. A kernel that does not fit (on_pipes.hpp) has a reason in place of
//   rows.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "targets/ascend/compare/cases.hpp"
#include "targets/ascend/compare/compare.hpp"

namespace counterpoint::ascend {

enum class SuiteGroup : std::uint8_t { programs, cases, kernels };
inline constexpr std::array all_groups = {SuiteGroup::programs, SuiteGroup::cases, SuiteGroup::kernels};
[[nodiscard]] std::string_view group_name(SuiteGroup group);

struct ComparedProgram {
  std::string name;  // "vector_add", "K1t tiled_matmul"
  SuiteGroup group = SuiteGroup::programs;
  std::string cases;  // "T8 T31"
  std::string trips;  // of the run that is measured: "m=8 n=2 k=8", "4 for each loop"
  std::string unfit;  // why there are no rows
  std::vector<ComparedRow> rows;
  std::vector<ComparedRow> by_hand;  // in the order of the table of cases
};

[[nodiscard]] std::size_t suite_size();
[[nodiscard]] ComparedProgram compare_in_suite(std::size_t number);

}  // namespace counterpoint::ascend
