// The accesses of the kernels need no dependency beyond those given, apart from trips that two kernels rule out.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include "core/dependence/derive.hpp"
#include "tests/core/examples/kernels.hpp"

namespace counterpoint {
namespace {

using Pairs = std::set<std::string>;

// The code after the loop of these two is for an odd number of trips, which an analysis for all trips does not know.
// With an even number its slot is the one that was stored last; with none at all, nothing has waited for the scale.
const std::map<std::string, Pairs> ruled_out = {
    {"adamw.cp", {"evn <- st_v", "epn <- st_p"}},
    {"rmsnorm.cp",
     {"esc0 <- ld_g", "esc1 <- ld_g", "esc2 <- ld_g", "esc3 <- ld_g", "esc1 <- st1", "esc2 <- st2", "esc3 <- st3"}},
};

Pairs missing(const Program& program) {
  Pairs result;
  const Derivation derivation = derive(program);
  EXPECT_FALSE(derivation.truncated);
  for (const Conflict& c : derivation.conflicts) {
    if (c.status != ConflictStatus::missing) continue;
    EXPECT_FALSE(c.cut_off);
    result.insert(std::string(program.tree.instruction_name(c.later)) + " <- " +
                  std::string(program.tree.instruction_name(c.earlier)));
  }
  return result;
}

TEST(KernelConflicts, are_all_given_or_implied_for_the_trips_the_kernels_are_for) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kernels::folder())) {
    if (entry.path().extension() != ".cp") continue;
    ++files;
    const std::string file = entry.path().filename();
    const auto expected = ruled_out.find(file);
    EXPECT_EQ(missing(kernels::read(file)), expected == ruled_out.end() ? Pairs{} : expected->second) << file;
  }
  EXPECT_EQ(files, 11U);
}

}  // namespace
}  // namespace counterpoint
