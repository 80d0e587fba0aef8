// Tests of the evaluation: what is measured, and what is made of it.
// SPDX-License-Identifier: Apache-2.0
#include "core/evaluation/evaluation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace counterpoint {
namespace {

const Kernel& kernel(std::string_view id) {
  for (const Kernel& k : all_kernels()) {
    if (k.id == id) return k;
  }
  ADD_FAILURE() << id;
  return all_kernels().front();
}

Measured measured(std::string_view id, std::string trips, Variant v, const MachineModel& model = {}) {
  const Kernel& k = kernel(id);
  return measure({k.file, k.text, std::move(trips), v, model, Extensions::all, false});
}

TEST(Published, every_row_names_a_kernel_and_a_size) {
  for (const PublishedRow& row : all_published()) {
    const Kernel& k = kernel(row.kernel);
    EXPECT_TRUE(std::ranges::any_of(k.sizes, [&](const KernelSize& s) { return s.name == row.size; })) << row.name;
    EXPECT_EQ(published_for(row.kernel, row.size), &row);
  }
  EXPECT_EQ(published_for("K1", "small"), nullptr);
}

TEST(Measure, counts_what_is_issued_and_the_barriers_that_are_met) {
  const Measured barrier = measured("K0", "i=16", Variant::barrier);
  EXPECT_TRUE(barrier.possible);
  EXPECT_EQ(barrier.instructions, 32U);
  EXPECT_EQ(barrier.barriers, 17U);
  const Measured loop = measured("K0", "i=16", Variant::per_loop);
  EXPECT_EQ(loop.barriers, 0U);
  EXPECT_EQ(loop.semaphores, 2U);
}

TEST(Measure, finds_the_times_of_a_small_kernel_that_are_worked_out_by_hand) {
  // a issues after 25 and ends 196 later; b sees it 60 later and ends after 171. Its own issue is long done.
  EXPECT_EQ(measured("K0", "i=1", Variant::unrolled).latency, (25U + 196 + 60 + 171 + 60) * 1000);
  EXPECT_EQ(measured("K0", "i=1", Variant::bound).latency, (25U + 196 + 171) * 1000);
  // One barrier at the entry, one behind the iteration; within the iteration as above.
  const std::uint64_t between = measured("K0", "i=1", Variant::barrier).latency;
  EXPECT_GE(between, (700U + 25 + 196 + 60 + 171 + 700) * 1000);
  EXPECT_LE(between, (700U + 25 + 196 + 60 + 171 + 60 + 700 + 10 * 18) * 1000);
}

TEST(Measure, unrolls_into_every_instruction_that_is_issued) {
  const Measured m = measured("K1", "n=4 m=16 k=16", Variant::unrolled);
  EXPECT_EQ(m.instructions, 1232U);
  EXPECT_EQ(m.code_bytes, 1232U * 64);  // no instruction has more than two waits
  EXPECT_EQ(m.semaphores, 5U);
  MachineModel one;
  one.set(Parameter::waits, 1);
  // mm and evac wait for two: a carrier each.
  EXPECT_EQ(measured("K1", "n=4 m=16 k=16", Variant::unrolled, one).code_bytes, (1232U + 1024 + 64) * 64);
}

TEST(Measure, does_not_unroll_what_the_data_decide) {
  const Measured m = measured("K5", "b=8", Variant::unrolled);
  EXPECT_FALSE(m.possible);
  EXPECT_NE(m.reason.find("only when the program runs"), std::string::npos);
  EXPECT_TRUE(measured("K5", "b=8", Variant::bound).possible);
}

TEST(Measure, is_the_bound_of_every_allocation_and_never_above_the_baseline) {
  for (const Kernel& k : all_kernels()) {
    const std::string trips(k.sizes[0].trips);
    const std::uint64_t bound = measured(k.id, trips, Variant::bound).latency;
    const std::uint64_t barrier = measured(k.id, trips, Variant::barrier).latency;
    for (const VariantEntry& v : all_variants()) {
      if (v.variant == Variant::bound || v.variant == Variant::unrolled) continue;
      const Measured m = measured(k.id, trips, v.variant);
      ASSERT_TRUE(m.possible) << k.id << " " << v.name << ": " << m.reason;
      EXPECT_GE(m.latency, bound) << k.id << " " << v.name;
      EXPECT_LE(m.latency, barrier) << k.id << " " << v.name;
    }
  }
}

TEST(Measure, is_never_slower_and_needs_no_more_after_all_passes) {
  for (const Kernel& k : all_kernels()) {
    for (const KernelSize& size : k.sizes) {
      for (const auto& [plain, optimized] : {std::pair{Variant::per_loop, Variant::per_loop_optimized},
                                             std::pair{Variant::per_engine, Variant::per_engine_optimized}}) {
        const Measured before = measured(k.id, std::string(size.trips), plain);
        const Measured after = measured(k.id, std::string(size.trips), optimized);
        const std::string what =
            std::string(k.id) + " " + std::string(size.name) + " " + std::string(entry(plain).name);
        EXPECT_LE(after.latency, before.latency) << what;
        EXPECT_LE(after.registers, before.registers) << what;
        EXPECT_LT(after.registers, 11U) << what;  // the most published: added for three loops
        EXPECT_LE(after.code_bytes, before.code_bytes) << what;
      }
    }
  }
}

TEST(Measure, keeps_to_a_budget_of_semaphores_or_says_why_not) {
  const Kernel& k = kernel("K2");
  Measurement m{k.file, k.text, "q=2 kv=2", Variant::automatic, {}, Extensions::all, false, 16};
  const Measured some = measure(m);
  EXPECT_TRUE(some.possible);
  EXPECT_LE(some.semaphores, 16U);
  m.semaphores = 1;
  const Measured none = measure(m);
  EXPECT_FALSE(none.possible);
  EXPECT_NE(none.reason, "");
}

TEST(Plan, asks_every_question_once) {
  const Plan plan = make_plan({}, Amount::small);
  std::set<std::string> seen;
  for (const Measurement& q : plan.questions) {
    std::string key = std::string(q.file) + "|" + q.trips + "|" + std::string(entry(q.variant).name) +
                      (q.record ? "|r" : "|") + (q.extensions == Extensions::all ? "" : "|n") +
                      std::to_string(q.semaphores.value_or(0));
    for (const ParameterEntry& p : all_parameters()) key += "|" + std::to_string(q.model[p.parameter]);
    EXPECT_TRUE(seen.insert(key).second) << key;
  }
  for (const SizeRow& row : plan.sizes) {
    EXPECT_TRUE(all_kernels()[row.kernel].sizes[row.size].name.starts_with("small"));
  }
  EXPECT_GT(make_plan({}, Amount::all).questions.size(), plan.questions.size());
}

TEST(Plan, changes_the_trips_of_the_outermost_loop_that_has_some) {
  const Plan plan = make_plan({}, Amount::all);
  std::set<std::string> seen;
  for (const TripsRow& row : plan.trips) {
    const Measurement& m = plan.questions[row.answers[0]];
    if (row.trips == 128) seen.insert(std::string(all_kernels()[row.kernel].id) + " " + m.trips);
  }
  const std::set<std::string> expected = {
      "K0 i=128",       "K1 k=16 m=16 n=128", "K1t k=16 m=128 n=4", "K1tu m=128 n=4", "K1u m=16 n=128", "K2 kv=4 q=128",
      "K2s kv=4 q=128", "K3 i=128",           "K4 i=128",           "K5 b=128",       "K5e b=128"};
  EXPECT_EQ(seen, expected);
}

// An evaluation whose ratios for per-loop are those given, at values 10, 20, ... of the handshake.
Evaluation with_ratios(const std::vector<std::uint64_t>& thousandths) {
  Evaluation e;
  for (std::size_t i = 0; i < thousandths.size(); ++i) {
    SweepRow row{0, 0, Parameter::barrier_handshake, 10 * (i + 1), {}};
    row.answers.fill(not_asked);
    for (const auto& [variant, latency] :
         {std::pair{Variant::barrier, std::uint64_t{1000}}, std::pair{Variant::per_loop, thousandths[i]}}) {
      row.answers[static_cast<std::size_t>(variant)] = static_cast<std::uint32_t>(e.answers.size());
      Measured m;
      m.possible = true;
      m.latency = latency;
      e.answers.push_back(m);
    }
    e.plan.sweep.push_back(row);
  }
  return e;
}

TEST(Sensitivities, finds_the_value_that_would_give_a_published_ratio) {
  const auto find = [](const std::vector<std::uint64_t>& ratios, std::uint64_t target) {
    const auto all = sensitivities(with_ratios(ratios), 0, 0, Variant::per_loop, target);
    EXPECT_EQ(all.size(), 1U);
    return all.front();
  };
  const Sensitivity falling = find({900, 800, 600}, 700);
  EXPECT_EQ(falling.least, 600U);
  EXPECT_EQ(falling.most, 900U);
  EXPECT_EQ(falling.needed, 25U);
  EXPECT_EQ(find({600, 800}, 650).needed, 12U);
  EXPECT_EQ(find({600, 800}, 600).needed, 10U);
  EXPECT_FALSE(find({600, 800}, 801).needed.has_value());
  EXPECT_FALSE(find({600, 600}, 500).needed.has_value());
  EXPECT_EQ(find({600, 600}, 600).needed, 10U);
}

TEST(Family, needs_the_semaphores_of_the_published_formulas) {
  const Family family = evaluate_family();
  EXPECT_EQ(family.counts.size(), 3U * 2 * 12);
  for (const FamilyCount& c : family.counts) EXPECT_EQ(c.semaphores, c.expected_semaphores) << c.member.loops;
  for (const FamilyFit& fit : family.fits) {
    const std::array<std::int64_t, 3> expected =
        fit.scheme == Scheme::per_instruction ? std::array<std::int64_t, 3>{100, 100, 100}
        : fit.scheme == Scheme::per_loop      ? std::array<std::int64_t, 3>{0, 100, 100}
                                              : std::array<std::int64_t, 3>{0, 0, 100};
    EXPECT_EQ(fit.semaphores, expected) << entry(fit.scheme).name << " " << fit.optimize;
  }
}

TEST(Family, grows_operations_with_the_depth_only_per_engine) {
  for (const FamilyFit& fit : evaluate_family().fits) {
    if (fit.scheme == Scheme::per_engine) {
      EXPECT_GT(fit.operations[1], 60) << fit.optimize;
    } else {
      EXPECT_LT(fit.operations[1], 35) << entry(fit.scheme).name << " " << fit.optimize;
    }
  }
}

}  // namespace
}  // namespace counterpoint
