// The table of cases, and what it says of a program.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/compare/cases.hpp"

#include <array>

namespace counterpoint::ascend {
namespace {

constexpr auto programs = std::to_array<CaseProgram>({
#define CASE(name, file) {name, file, "", false},
#define PARALLEL(name, file, loop, believed) {name, file, loop, believed},
#include "targets/ascend/compare/cases.def"
});

constexpr auto kernels = std::to_array<KernelByHand>({
#define BY_HAND(name, program, file, verdict, reason) {name, program, file, VerdictWord::verdict, reason},
#include "targets/ascend/compare/cases.def"
});

constexpr auto elsewhere = std::to_array<CaseElsewhere>({
#define ELSEWHERE(name, where) {name, where},
#include "targets/ascend/compare/cases.def"
});

}  // namespace

std::span<const CaseProgram> all_case_programs() { return programs; }
std::span<const KernelByHand> all_kernels_by_hand() { return kernels; }
std::span<const CaseElsewhere> cases_elsewhere() { return elsewhere; }

std::string cases_of(std::string_view file) {
  std::string out;
  for (const CaseProgram& c : programs) {
    if (c.file == file) out += (out.empty() ? "" : " ") + std::string(c.name);
  }
  return out;
}

std::vector<std::string_view> marked_loops(std::string_view file) {
  std::vector<std::string_view> out;
  for (const CaseProgram& c : programs) {
    if (c.file == file && !c.parallel.empty()) out.push_back(c.parallel);
  }
  return out;
}

}  // namespace counterpoint::ascend
