// No dependency of a kernel is there for nothing: without any one of them some run races.
// SPDX-License-Identifier: Apache-2.0
//
// Method. In the text of a kernel each dependency in turn is taken out of its `after` list; the program that is left
// is run at a few trip counts. Two are expected to survive: the vector engine of the two mixtures of experts loads the
// block count that it wrote itself, which running in order protects; the dependency stands for a register load, which
// it does not. The unrolled product with four buffers was never reduced and is left out.
#include <gtest/gtest.h>

#include <cstdint>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "tests/core/examples/kernels.hpp"

namespace counterpoint {
namespace {

// A dependency in the text: `text` of the file without it, and "consumer <- producer" as written.
struct Mutant {
  std::string text;
  std::string dependency;
};

std::vector<Mutant> mutants(const std::string& text) {
  static const std::regex statement(R"((\w+): +(\w+) +after ([\w@+\-*]+(, [\w@+\-*]+)*))");
  static const std::regex one(R"([\w@+\-*]+)");
  std::vector<Mutant> result;
  for (std::sregex_iterator s(text.begin(), text.end(), statement); s != std::sregex_iterator(); ++s) {
    const std::string list = (*s)[3];
    const auto from = static_cast<std::size_t>(s->position(3));
    for (std::sregex_iterator d(list.begin(), list.end(), one); d != std::sregex_iterator(); ++d) {
      std::string rest;
      for (std::sregex_iterator o(list.begin(), list.end(), one); o != std::sregex_iterator(); ++o) {
        if (o->position() != d->position()) rest += (rest.empty() ? "after " : ", ") + o->str();
      }
      std::string changed = text;
      changed.replace(from - 6, list.size() + 6, rest);
      result.push_back({std::move(changed), (*s)[2].str() + " <- " + d->str()});
    }
  }
  return result;
}

bool races(const Program& program, std::uint32_t trips) {
  return run(specification_machine(program, Trips(program.tree, trips)), {}).outcome == Outcome::racy;
}

class KernelMutants : public testing::TestWithParam<const char*> {};

TEST_P(KernelMutants, race_except_for_the_register_load_of_the_counting_engine) {
  const std::string file = GetParam();
  const std::vector<Mutant> all = mutants(kernels::text_of(file));
  const Program original = kernels::read(file);
  ASSERT_EQ(all.size(), static_cast<std::size_t>(original.first_control)) << "every dependency is found in the text";
  std::set<std::string> survivors;
  for (const Mutant& mutant : all) {
    const Program program = kernels::read_text(mutant.text, file);
    ASSERT_EQ(program.first_control + 1, original.first_control) << mutant.dependency;
    if (!races(program, 3) && !races(program, 1) && !races(program, 5)) survivors.insert(mutant.dependency);
  }
  const bool loads_its_count = file.starts_with("dropless");
  EXPECT_EQ(survivors, loads_its_count ? std::set<std::string>{"rl_dve <- cnt"} : std::set<std::string>{});
}

INSTANTIATE_TEST_SUITE_P(Examples, KernelMutants,
                         testing::Values("add_many.cp", "tiled_matmul.cp", "hoisted_matmul.cp",
                                         "hoisted_matmul_unrolled.cp", "flash_attention.cp",
                                         "flash_attention_streamed.cp", "rmsnorm.cp", "adamw.cp", "dropless_moe.cp",
                                         "dropless_moe_by_expert.cp"),
                         [](const auto& row) {
                           const std::string file = row.param;
                           return file.substr(0, file.find('.'));
                         });

}  // namespace
}  // namespace counterpoint
