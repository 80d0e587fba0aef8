// Every fault that the mutation campaign finds in a kernel is refuted by the search too, with a run made small.
// SPDX-License-Identifier: Apache-2.0
//
// What. Each mutant of verify/mutate that a verdict kills is given to the search, which knows neither the fault nor the
// assignment that killed it. It must find a verdict as bad (or another that refutes, which ends the search), with a
// witness that replays, at an assignment of which no smaller neighbour shows as much; typed after --trips, it must show
// the same. A mutant whose original only refines may be killed by being better, or by refining otherwise: then there is
// nothing to refute, or as little. Distribution: all operators; the kernels and schemes of `sample`; with
// COUNTERPOINT_PROPERTY_FACTOR >= 2 (the target `nightly`) all kernels under all schemes, and below 1 (the preset
// `sanitize`) two of the sample. Mutants that cost the campaign's judge more than a few thousand states are left open
// there, and passed over here. For one that only refines the search ends at the first such assignment; for the others
// it looks for `deadlock` or `unsafe`, and the time that takes is printed.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>

#include "core/text/text.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/verify/pair.hpp"
#include "verify/generate/trips.hpp"
#include "verify/mutate/mutate.hpp"
#include "verify/refute/refute.hpp"

namespace counterpoint {
namespace {

using mutation::Fate;
using mutation::JudgedMutant;

struct KernelCase {
  std::string kernel;
  Scheme scheme;
};

std::vector<KernelCase> kernel_cases() {
  if (testing::property_factor() < 1) return {{"add_many", Scheme::per_instruction}, {"rmsnorm", Scheme::per_engine}};
  if (testing::property_factor() < 2) {
    return {{"add_many", Scheme::per_instruction},
            {"add_many", Scheme::barrier_lean},
            {"hoisted_matmul", Scheme::per_loop},
            {"hoisted_matmul", Scheme::automatic},
            {"tiled_matmul", Scheme::per_engine},
            {"tiled_matmul_unrolled", Scheme::per_loop},
            {"rmsnorm", Scheme::per_engine},
            {"flash_attention", Scheme::per_loop},
            {"adamw", Scheme::barrier}};
  }
  std::vector<KernelCase> all;
  for (const auto& file : std::filesystem::directory_iterator(COUNTERPOINT_SOURCE_DIR "/examples/kernels")) {
    if (file.path().extension() != ".cp") continue;
    for (const SchemeEntry& s : all_schemes()) all.push_back({file.path().stem().string(), s.scheme});
  }
  std::ranges::sort(all, {}, [](const KernelCase& c) { return std::pair(c.kernel, c.scheme); });
  return all;
}

Program kernel(const std::string& name) {
  std::ifstream file(COUNTERPOINT_SOURCE_DIR "/examples/kernels/" + name + ".cp");
  std::stringstream text;
  text << file.rdbuf();
  auto read = parse_program(text.str(), name);
  if (!read) throw std::runtime_error(messages(read.error()));
  return std::move(*read);
}

class KernelFaults {
 public:
  // Nothing if the scheme refuses the kernel.
  void run(const KernelCase& c) {
    const Program program = kernel(c.kernel);
    AllocationOptions options;
    options.scheme = c.scheme;
    const auto made = allocate(program, options);
    if (!made) return;
    mutation::MutateOptions mutate;
    mutate.judge.states = 1U << 12U;
    mutate.judge.budget = 1U << 14U;
    mutate.each = [&](const JudgedMutant& m) {
      if (m.trial.fate != Fate::killed || severity(m.trial.word) == 0) return;
      const std::string name = c.kernel + ", " + std::string(entry(c.scheme).name) + ": " +
                               std::string(m.change.by->name) + "\n" + m.change.before + "\n" + m.change.after + "\n";
      look_at(program, m, name);
    };
    (void)mutation::mutate(program, made->implementation, mutate);
  }

  void print() {
    std::ranges::sort(milliseconds_);
    ASSERT_FALSE(milliseconds_.empty());
    std::cout << milliseconds_.size() << " refuted, in ms: median " << milliseconds_[milliseconds_.size() / 2]
              << ", 99 of 100 " << milliseconds_[milliseconds_.size() * 99 / 100] << ", max " << milliseconds_.back()
              << "\n";
    for (const auto& [what, times] : counts_) std::cout << "  " << times << " " << what << "\n";
  }
  [[nodiscard]] std::size_t refuted() const { return milliseconds_.size(); }
  [[nodiscard]] const std::map<std::string_view, int>& by_operator() const { return operators_; }

 private:
  void look_at(const Program& program, const JudgedMutant& m, const std::string& name) {
    const auto pairing = pair_up(program, m.implementation);
    ASSERT_TRUE(pairing.has_value()) << name;
    RefuteOptions options;
    options.compare = m.compare;
    if (m.trial.word == VerdictWord::refines) options.at_least = VerdictWord::refines;
    const auto start = std::chrono::steady_clock::now();
    const RefuteResult found = refute(program, m.implementation, *pairing, options);
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    EXPECT_EQ(found.disagreement, "") << name;
    ASSERT_GE(severity(found.worst), std::min(severity(m.trial.word), severity(options.at_least)))
        << name << found.bound;
    ASSERT_TRUE(found.refutation.has_value()) << name;
    const Refutation& r = *found.refutation;
    EXPECT_TRUE(r.minimal) << name;
    EXPECT_EQ(r.judgement.evidence.complaint, "") << name;
    EXPECT_EQ(r.judgement.verdict.word, found.worst) << name;
    EXPECT_TRUE(found.worst != VerdictWord::unsafe || !r.judgement.verdict.witness.empty()) << name;
    const Trips again = trips_from(program.tree, r.trip_options);
    const Trips there = trips_from(m.implementation.tree, r.trip_options);
    for (const ScopeId s : program.tree.scopes()) {
      for (const EngineId e : program.tree.engines()) {
        for (std::uint64_t n = 1; n < 4; ++n) ASSERT_EQ(again.at(s, e, n), r.program_trips.at(s, e, n)) << name;
      }
    }
    const Question q{program, m.implementation, *pairing, again, there, 0, 0, m.compare};
    EXPECT_EQ(examine(q, r.judgement.verdict).complaint, "") << name;
    ++counts_[std::string(to_text(m.trial.word)) + ": " + std::string(to_text(found.worst)) + " by " +
              r.judgement.verdict.by];
    ++operators_[m.change.by->name];
    if (severity(found.worst) >= 2) milliseconds_.push_back(took.count());
  }

  std::vector<double> milliseconds_;
  std::map<std::string, int> counts_;
  std::map<std::string_view, int> operators_;
};

TEST(Properties, faults_that_the_campaign_finds_in_kernels_are_refuted) {
  KernelFaults faults;
  for (const KernelCase& c : kernel_cases()) faults.run(c);
  faults.print();
  const bool part = testing::property_factor() < 1;
  EXPECT_GE(faults.refuted(), part ? 450U : 1500U);
  EXPECT_GE(faults.by_operator().size(), part ? 27U : 30U);
}

}  // namespace
}  // namespace counterpoint
