// The kernels run at every size: complete, without a race, with the published numbers of instructions and barriers.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <vector>

#include "core/evaluation/kernels.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/run.hpp"
#include "core/machine/specification.hpp"
#include "core/program/pairing.hpp"
#include "tests/core/examples/kernels.hpp"

namespace counterpoint {
namespace {

using Lists = std::map<std::string, std::vector<std::uint32_t>>;

// One size of one kernel, as in examples/kernels/sizes.json.
struct Size {
  std::string id;
  std::string file;
  std::string name;
  std::string shape;
  Lists trips;
  std::uint64_t instructions = 0;
  std::uint64_t barriers = 0;                    // 0: not given
  std::map<std::string, std::uint64_t> engines;  // instructions by engine; "queues": all dma engines together
};

std::vector<Size> sizes() {
  std::ifstream in(kernels::folder() / "sizes.json");
  const auto document = nlohmann::json::parse(in);
  std::vector<Size> result;
  for (const auto& kernel : document.at("kernels")) {
    for (const auto& size : kernel.at("sizes")) {
      Size& s = result.emplace_back();
      s.id = kernel.at("id");
      s.file = kernel.at("file");
      s.name = size.at("size");
      s.shape = size.at("shape");
      s.trips = size.at("trips").get<Lists>();
      s.instructions = size.at("instructions");
      s.barriers = size.value("barriers", std::uint64_t{0});
      if (size.contains("engines")) s.engines = size.at("engines").get<std::map<std::string, std::uint64_t>>();
    }
  }
  return result;
}

ScopeId scope_called(const Tree& tree, const std::string& name) {
  for (const ScopeId s : tree.scopes()) {
    if (tree.scope_name(s) == name) return s;
  }
  ADD_FAILURE() << tree.name() << " has no scope " << name;
  return Tree::root();
}

Trips trips_of(const Tree& tree, const Lists& lists) {
  Trips trips(tree);
  for (const auto& [scope, counts] : lists) trips.set_list(scope_called(tree, scope), counts);
  return trips;
}

RunResult run_program(const Program& program, const Trips& trips, Schedule schedule = Schedule::asap) {
  RunOptions options;
  options.schedule = schedule;
  return run(specification_machine(program, trips), options);
}

RunResult run_allocated(const Program& program, Scheme scheme, const Lists& lists) {
  const Implementation implementation = kernels::allocated(program, scheme);
  const auto pairing = pair_up(program, implementation);
  EXPECT_TRUE(pairing.has_value()) << program.tree.name();
  const Implementation whole = complete(program, implementation, *pairing);
  MachineOptions options;
  options.visits = control_scopes(program);
  return run(implementation_machine(whole, trips_of(whole.tree, lists), options), {});
}

std::map<std::string, std::uint64_t> issued_by_engine(const Tree& tree, const MachineState& last) {
  std::map<std::string, std::uint64_t> result;
  for (const EngineId e : tree.engines()) {
    const std::string name(tree.engine_name(e));
    const std::uint64_t issued = last.engines[e].instances_issued;
    result[name] = issued;
    if (name.starts_with("dma")) result["queues"] += issued;
  }
  return result;
}

TEST(BuiltInKernels, are_the_files_of_the_folder_at_the_sizes_of_its_document) {
  const std::vector<Size> expected = sizes();
  std::size_t n = 0;
  for (const Kernel& kernel : all_kernels()) {
    EXPECT_EQ(kernel.text, kernels::text_of(std::string(kernel.file)));
    for (const KernelSize& size : kernel.sizes) {
      ASSERT_LT(n, expected.size());
      const Size& s = expected[n++];
      EXPECT_EQ(kernel.id, s.id);
      EXPECT_EQ(kernel.file, s.file);
      EXPECT_EQ(size.name, s.name);
      EXPECT_EQ(size.shape, s.shape);
      std::string trips;
      for (const auto& [loop, counts] : s.trips) {
        trips += (trips.empty() ? "" : " ") + loop + "=";
        for (const std::uint32_t count : counts) trips += (trips.back() == '=' ? "" : ",") + std::to_string(count);
      }
      EXPECT_EQ(size.trips, trips);
    }
  }
  EXPECT_EQ(n, expected.size());
}

TEST(KernelRuns, every_size_completes_without_a_race_and_with_the_published_number_of_instructions) {
  for (const Size& size : sizes()) {
    SCOPED_TRACE(size.file + " " + size.name);
    const Program program = kernels::read(size.file);
    const RunResult result = run_program(program, trips_of(program.tree, size.trips));
    EXPECT_EQ(outcome_name(result.outcome), "completed");
    EXPECT_TRUE(result.races_checked);
    EXPECT_EQ(result.issued, size.instructions);
    const auto issued = issued_by_engine(program.tree, result.last);
    for (const auto& [engine, number] : size.engines) EXPECT_EQ(issued.at(engine), number) << engine;
  }
}

TEST(KernelRuns, the_allocation_per_loop_has_no_barrier_and_ends_in_the_state_of_the_program) {
  for (const Size& size : sizes()) {
    SCOPED_TRACE(size.file + " " + size.name);
    const Program program = kernels::read(size.file);
    EXPECT_EQ(cost_of(kernels::allocated(program, Scheme::per_loop)).barriers, 0U);
    const RunResult result = run_allocated(program, Scheme::per_loop, size.trips);
    EXPECT_EQ(outcome_name(result.outcome), "completed");
    EXPECT_EQ(result.issued, size.instructions);
    ASSERT_TRUE(result.digest.has_value());
    EXPECT_EQ(result.digest, run_program(program, trips_of(program.tree, size.trips)).digest);
  }
}

TEST(KernelRuns, the_baseline_has_one_barrier_before_each_loop_and_one_after_each_iteration) {
  for (const Size& size : sizes()) {
    if (size.barriers == 0) continue;
    SCOPED_TRACE(size.file + " " + size.name);
    const Program program = kernels::read(size.file);
    const RunResult result = run_allocated(program, Scheme::barrier, size.trips);
    EXPECT_EQ(outcome_name(result.outcome), "completed");
    for (const EngineState& engine : result.last.engines) EXPECT_EQ(engine.barriers, size.barriers);
  }
}

// The trip counts at which a kernel must be free of races, beside its sizes: every combination of `counts`.
struct Odd {
  std::string file;
  std::vector<std::string> loops;
  std::vector<std::uint32_t> counts;
};

TEST(KernelRuns, short_trips_and_empty_ones_complete_without_a_race) {
  const std::vector<std::uint32_t> any = {0, 1, 2, 3};
  const std::vector<Odd> odd = {
      {"add_many.cp", {"i"}, {0, 1, 3, 5}},
      {"tiled_matmul.cp", {"m", "n", "k"}, any},
      {"hoisted_matmul.cp", {"n", "m", "k"}, any},
      {"hoisted_matmul_unrolled.cp", {"n", "m"}, any},
      {"tiled_matmul_unrolled.cp", {"m", "n"}, any},
      {"flash_attention.cp", {"q", "kv"}, any},
      {"flash_attention_streamed.cp", {"q", "kv"}, any},
      {"rmsnorm.cp", {"i"}, {1, 3, 5}},
      {"adamw.cp", {"i"}, {1, 3, 5}},
      {"dropless_moe.cp", {"b"}, any},
      {"dropless_moe_by_expert.cp", {"b"}, any},
  };
  for (const Odd& o : odd) {
    const Program program = kernels::read(o.file);
    std::size_t combinations = 1;
    for (std::size_t i = 0; i < o.loops.size(); ++i) combinations *= o.counts.size();
    for (std::size_t n = 0; n < combinations; ++n) {
      Lists lists;
      std::size_t rest = n;
      for (const std::string& loop : o.loops) {
        lists[loop] = {o.counts[rest % o.counts.size()]};
        rest /= o.counts.size();
      }
      const RunResult result = run_program(program, trips_of(program.tree, lists), Schedule::round_robin);
      EXPECT_EQ(outcome_name(result.outcome), "completed") << o.file << " combination " << n;
    }
  }
}

TEST(KernelRuns, experts_without_tokens_in_every_place_complete_without_a_race) {
  const Program program = kernels::read("dropless_moe_by_expert.cp");
  for (const std::vector<std::uint32_t>& blocks :
       {std::vector<std::uint32_t>{0, 1, 0, 2, 0, 0, 3, 0}, {1, 0}, {0, 0, 0, 0, 0, 0, 0, 1}, {2, 0, 0, 1}}) {
    const RunResult result = run_program(program, trips_of(program.tree, {{"b", blocks}}));
    EXPECT_EQ(outcome_name(result.outcome), "completed");
  }
}

TEST(KernelRuns, without_inorder_every_kernel_with_a_conflict_on_one_engine_is_racy) {
  for (const Size& size : sizes()) {
    if (!size.name.starts_with("small")) continue;
    const std::string text = std::regex_replace(kernels::text_of(size.file), std::regex(" inorder\n"), "\n");
    EXPECT_EQ(text.find("inorder\n"), std::string::npos);
    const Program program = kernels::read_text(text, size.file);
    const RunResult result = run_program(program, trips_of(program.tree, size.trips));
    // In these two, every conflict is between engines, or ordered by a chain through another engine.
    const bool ordered = size.file == "add_many.cp" || size.file == "tiled_matmul.cp";
    EXPECT_EQ(outcome_name(result.outcome), ordered ? "completed" : "racy") << size.file;
    EXPECT_EQ(result.race.has_value(), !ordered);
    if (!result.race) continue;
    EXPECT_EQ(result.race->first.engine, result.race->second.engine) << size.file;
  }
}

}  // namespace
}  // namespace counterpoint
