// Every allocation of every example is proved.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"
#include "core/text/text.hpp"
#include "verify/relation/relation.hpp"

namespace counterpoint {
namespace {

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> out;
  const std::filesystem::path root = std::filesystem::path(COUNTERPOINT_SOURCE_DIR) / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".cp") && !name.ends_with(".impl.cp")) out.push_back(entry.path());
  }
  std::ranges::sort(out);
  return out;
}

Verdict decided(const Program& program, const Implementation& implementation) {
  const auto pairing = pair_up(program, implementation);
  if (!pairing) throw std::runtime_error("they do not pair up");
  return decide_by_relation(program, implementation, *pairing);
}

bool exact(const Program& program) {
  bool all = true;
  for (const DependencyId d : program.all_dependencies()) all = all && classify(program, d).exact;
  return all;
}

TEST(RelationOnExamples, proves_every_allocation_by_counters) {
  int proved = 0;
  for (const auto& path : examples()) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    const auto program = parse_program(text.str(), path.string());
    if (!program || !exact(*program)) continue;
    for (const SchemeEntry& scheme : all_schemes()) {
      for (const Counted count : {Counted::all, Counted::producers}) {
        for (const int level : {0, 1}) {
          AllocationOptions options;
          options.scheme = scheme.scheme;
          options.count = count;
          options.optimize = level;
          const auto a = allocate(*program, options);
          if (!a) continue;
          const Verdict v = decided(*program, a->implementation);
          const bool barriers = a->implementation.tree.barrier_count() > 0;
          EXPECT_EQ(to_text(v.word), barriers ? "undecided" : "equivalent")
              << path << " " << scheme.name << ": " << v.reason << ": " << v.explanation;
          proved += barriers ? 0 : 1;
        }
      }
    }
  }
  EXPECT_GE(proved, 200);
}

}  // namespace
}  // namespace counterpoint
