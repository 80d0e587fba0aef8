// The kernels of examples/kernels have the instructions, dependencies and classes that were published for them.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <ostream>
#include <set>
#include <string>

#include "core/dependence/classify.hpp"
#include "tests/core/examples/kernels.hpp"

namespace counterpoint {
namespace {

// What is counted of one kernel: loops, instructions in the text, dependencies of instructions, how many of them in
// the three classes of the paper's subset, the most of one instruction, the instructions that another one waits for.
// Control dependencies are counted apart. Semaphores: one for each such instruction, for each pair of a scope and an
// engine that holds one, for each engine that has one. The numbers are those of the suite's description, older than the
// tool.
struct Row {
  const char* file;
  std::size_t loops = 0;
  std::size_t instructions = 0;
  std::size_t dependencies = 0;
  std::size_t direct = 0;
  std::size_t nested_forward = 0;
  std::size_t nested_backward = 0;
  std::size_t most = 0;
  std::size_t producers = 0;
  std::size_t control = 0;
  std::size_t semaphores_per_instruction = 0;
  std::size_t semaphores_per_loop = 0;
  std::size_t semaphores_per_engine = 0;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.file; }

constexpr Row table[] = {
    {"add_many.cp", 1, 2, 2, 2, 0, 0, 1, 2, 0, 2, 2, 2},                        // K0
    {"tiled_matmul.cp", 3, 11, 14, 7, 1, 6, 3, 5, 0, 5, 5, 5},                  // K1t
    {"hoisted_matmul.cp", 3, 8, 9, 6, 1, 2, 2, 6, 0, 6, 6, 5},                  // K1
    {"hoisted_matmul_unrolled.cp", 2, 23, 9, 7, 0, 2, 2, 6, 0, 6, 6, 5},        // K1u
    {"tiled_matmul_unrolled.cp", 2, 54, 72, 68, 0, 4, 3, 50, 0, 50, 5, 5},      // K1tu
    {"flash_attention.cp", 2, 65, 27, 25, 1, 1, 2, 24, 0, 24, 10, 8},           // K2
    {"flash_attention_streamed.cp", 2, 61, 31, 27, 1, 3, 2, 24, 0, 24, 10, 8},  // K2s
    {"rmsnorm.cp", 1, 37, 35, 30, 5, 0, 2, 26, 0, 26, 7, 4},                    // K3
    {"adamw.cp", 1, 32, 38, 32, 6, 0, 4, 25, 0, 25, 9, 5},                      // K4
    {"dropless_moe.cp", 1, 68, 77, 77, 0, 0, 3, 52, 1, 52, 12, 10},             // K5
    {"dropless_moe_by_expert.cp", 2, 70, 75, 70, 0, 5, 3, 50, 1, 50, 11, 9},    // K5e
};

Row count(const Program& program, const char* file) {
  Row row{.file = file};
  for (const ScopeId s : program.tree.scopes()) row.loops += program.tree.scope(s).is_loop() ? 1 : 0;
  row.instructions = program.tree.instruction_count();
  for (const InstructionId i : program.tree.instructions()) {
    row.most = std::max(row.most, program.dependencies_of(i).size());
  }
  std::set<InstructionId> producers;
  for (const DependencyId d : program.all_dependencies()) {
    if (program.dependency(d).control) {
      ++row.control;
      continue;
    }
    ++row.dependencies;
    producers.insert(program.dependency(d).producer);
    const Classification c = classify(program, d);
    EXPECT_TRUE(c.base) << program.consumer_name(d) << " <- " << program.producer_name(d);
    row.direct += c.kind == DependenceClass::direct ? 1 : 0;
    row.nested_forward += c.kind == DependenceClass::nested_forward ? 1 : 0;
    row.nested_backward += c.kind == DependenceClass::nested_backward ? 1 : 0;
  }
  row.producers = producers.size();
  row.semaphores_per_instruction = cost_of(kernels::allocated(program, Scheme::per_instruction)).semaphores;
  row.semaphores_per_loop = cost_of(kernels::allocated(program, Scheme::per_loop)).semaphores;
  row.semaphores_per_engine = cost_of(kernels::allocated(program, Scheme::per_engine)).semaphores;
  return row;
}

class Kernels : public testing::TestWithParam<Row> {};

TEST_P(Kernels, have_the_numbers_of_their_description) {
  const Row& expected = GetParam();
  const Row found = count(kernels::read(expected.file), expected.file);
  EXPECT_EQ(found.loops, expected.loops);
  EXPECT_EQ(found.instructions, expected.instructions);
  EXPECT_EQ(found.dependencies, expected.dependencies);
  EXPECT_EQ(found.direct, expected.direct);
  EXPECT_EQ(found.nested_forward, expected.nested_forward);
  EXPECT_EQ(found.nested_backward, expected.nested_backward);
  EXPECT_EQ(found.most, expected.most);
  EXPECT_EQ(found.producers, expected.producers);
  EXPECT_EQ(found.control, expected.control);
  EXPECT_EQ(found.semaphores_per_instruction, expected.semaphores_per_instruction);
  EXPECT_EQ(found.semaphores_per_loop, expected.semaphores_per_loop);
  EXPECT_EQ(found.semaphores_per_engine, expected.semaphores_per_engine);
}

INSTANTIATE_TEST_SUITE_P(Examples, Kernels, testing::ValuesIn(table), [](const auto& row) {
  const std::string file = row.param.file;
  return file.substr(0, file.find('.'));
});

TEST(KernelTable, has_a_row_for_every_file_of_the_folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(kernels::folder())) {
    if (entry.path().extension() == ".cp") files.insert(entry.path().filename());
  }
  std::set<std::string> rows;
  for (const Row& row : table) rows.insert(row.file);
  EXPECT_EQ(files, rows);
}

TEST(KernelTable, nested_dependencies_are_the_ones_named_in_the_description) {
  const std::map<std::string, std::set<std::string>> expected = {
      {"hoisted_matmul.cp", {"evac <- mm", "gate_a <- evac", "gate_d <- st"}},
      {"flash_attention.cp", {"recip <- upd_l", "ld_q <- qk3"}},
      {"flash_attention_streamed.cp", {"recip <- upd_l", "ld_q <- qk3", "gate_k <- qk3", "gate_v <- pv15"}},
      {"rmsnorm.cp", {"esq0 <- ld0", "esq1 <- ld1", "esq2 <- ld2", "esq3 <- ld3", "esc0 <- st0"}},
      {"adamw.cp", {"egs <- ld_g", "epw <- ld_p", "epw <- pn", "emn <- ld_m", "emn <- st_m", "evn <- ld_v"}},
      {"dropless_moe_by_expert.cp", {"gate_i <- dg_s", "gate_p <- st1", "ld_g <- g3", "ld_u <- u3", "ld_dn <- d1_1"}},
  };
  for (const auto& [file, pairs] : expected) {
    const Program program = kernels::read(file);
    std::set<std::string> found;
    for (const DependencyId d : program.all_dependencies()) {
      const DependenceClass kind = classify(program, d).kind;
      if (kind == DependenceClass::nested_forward || kind == DependenceClass::nested_backward) {
        found.insert(program.consumer_name(d) + " <- " + std::string(program.producer_name(d)));
      }
    }
    EXPECT_EQ(found, pairs) << file;
  }
}

}  // namespace
}  // namespace counterpoint
