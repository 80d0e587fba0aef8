// Every fault operator changes something wherever it applies, and makes at least one mutant that is found out.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/operators.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "tests/verify/pair.hpp"
#include "verify/mutate/campaign.hpp"

namespace counterpoint::mutation {
namespace {

struct Original {
  const char* program;
  std::vector<Scheme> schemes;
  const char* by_hand = nullptr;  // or this implementation
};

// Small, and together they hold every form that an operator looks for.
const std::vector<Original>& originals() {
  static const std::vector<Original> all = {
      // Direct, with a reset of the trip, a mask and a body of two (program 16).
      {"program a\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: p after c@S-2\n e0: o\n"
       " e1: c after p } }\n",
       {Scheme::per_loop, Scheme::per_instruction, Scheme::per_engine, Scheme::barrier, Scheme::barrier_lean}},
      // A history of two (program 20).
      {"program b\nengine e0 e1\nloop S trips dynamic { e1: c after p@S-2\n loop L trips dynamic { e0: p } }\n",
       {Scheme::per_loop}},
      // The smaller of two counts (program 21).
      {"program c\nengine e0 e1\nloop Q trips dynamic { loop S trips dynamic { e0: p\n e1: c after p@Q-1@S+1 } }\n",
       {Scheme::per_loop}},
      // The counter of S before the loop in it (program 19).
      {"program d\nengine e0 e1\nloop S trips dynamic { loop L trips dynamic { e1: c after p@S-1 }\n e0: p }\n",
       {Scheme::per_loop}},
      // A threshold below zero where no iteration ran (program 1).
      {"program h\nengine e0 e1\nloop L trips dynamic { e0: p\n e0: x }\n e1: c after p\n", {Scheme::per_loop}},
      {"program e\nengine e0 e1\ne0: a\ne0: b\ne1: c after a\ne1: d\n",
       {},
       "implementation e\nengine e0 e1\nsemaphore s\ne0: a\ne0: fence\ne0: signal s += 1\ne0: b\n"
       "e1: c wait s >= 1\ne1: d\n"},
      {"program f\nengine e0 e1\nloop L trips dynamic { e0: a after b@L-1\n e1: b after a }\n",
       {},
       "implementation f\nengine e0 e1\nsemaphore full\nsemaphore free = 1\nloop L trips dynamic {\n"
       "e0: a take free >= 1 signal full += 1\ne1: b take full >= 1 signal free += 1 }\n"},
      // A barrier that keeps the counts, beside a branch.
      {"program g\nengine e0 e1\nloop L trips dynamic { e0: a\n if A { e1: c }\n e1: b after a }\n",
       {},
       "implementation g\nengine e0 e1\nsemaphore s\nloop L trips dynamic {\ne1: r := r + 1\ne0: a signal s += 1\n"
       "barrier\nif A { e1: c }\ne1: b wait s >= r }\n"},
  };
  return all;
}

std::vector<std::pair<Program, std::vector<Subject>>> subjects() {
  std::vector<std::pair<Program, std::vector<Subject>>> result;
  for (const Original& o : originals()) {
    auto program = parse_program(o.program, "program");
    if (!program) throw std::runtime_error(messages(program.error()));
    std::vector<Subject> of_this;
    for (const Scheme s : o.schemes) {
      AllocationOptions options;
      options.scheme = s;
      auto made = allocate(*program, options);
      if (!made) throw std::runtime_error(messages(made.error()));
      of_this.push_back({std::string(entry(s).name), std::move(made->implementation)});
    }
    if (o.by_hand != nullptr) {
      auto read = parse_implementation(o.by_hand, "implementation");
      if (!read) throw std::runtime_error(messages(read.error()));
      of_this.push_back({"by hand", std::move(*read)});
    }
    result.emplace_back(std::move(*program), std::move(of_this));
  }
  return result;
}

TEST(Operators, have_names_and_summaries_of_their_own) {
  std::map<std::string_view, int> names;
  std::map<std::string_view, int> summaries;
  for (const OperatorEntry& o : all_operators()) {
    EXPECT_EQ(++names[o.name], 1) << o.name;
    EXPECT_EQ(++summaries[o.summary], 1) << o.name;
    EXPECT_EQ(find_operator(o.name), &o);
  }
  EXPECT_GE(all_operators().size(), 26U);
  EXPECT_EQ(find_operator("no-such"), nullptr);
}

TEST(Operators, change_the_text_or_the_question_wherever_they_apply) {
  for (const auto& [program, all] : subjects()) {
    for (const Subject& s : all) {
      for (const Change& c : list_mutants(s.implementation, {})) {
        EXPECT_NE(c.before, c.after) << c.by->name << " on " << program.tree.name() << ", " << s.name;
      }
    }
  }
}

TEST(Operators, each_make_a_mutant_that_another_verdict_finds_out) {
  std::map<std::string_view, std::uint64_t> killed;
  for (const auto& [program, all] : subjects()) {
    CampaignOptions options;
    options.mutate.judge.confirm = 5'000;
    const CampaignResult result = mutate_each(program, all, options);
    EXPECT_EQ(result.contradictions, 0U) << program.tree.name();
    EXPECT_EQ(result.total().undecided, 0U) << program.tree.name();
    for (const Tally& t : result.tallies) killed[t.of->name] += t.killed() - t.by_pairing;
  }
  for (const OperatorEntry& o : all_operators()) EXPECT_GT(killed[o.name], 0U) << o.name;
}

TEST(Mutants, are_judged_the_same_on_any_number_of_threads) {
  RandomPrograms programs;
  programs.count = 6;
  programs.seed = 3;
  programs.shape.divergent = false;
  CampaignOptions options;
  options.mutate.keep_all = true;
  const CampaignResult one = mutate_random(programs, options);
  options.jobs = 3;
  const CampaignResult three = mutate_random(programs, options);
  ASSERT_EQ(one.parts.size(), three.parts.size());
  for (std::size_t p = 0; p < one.parts.size(); ++p) {
    EXPECT_EQ(one.parts[p].name, three.parts[p].name);
    ASSERT_EQ(one.parts[p].result.mutants.size(), three.parts[p].result.mutants.size());
    for (std::size_t m = 0; m < one.parts[p].result.mutants.size(); ++m) {
      const MutantReport& a = one.parts[p].result.mutants[m];
      const MutantReport& b = three.parts[p].result.mutants[m];
      EXPECT_EQ(a.change.after, b.change.after);
      EXPECT_EQ(a.trial.by, b.trial.by);
      EXPECT_EQ(a.trips, b.trips);
    }
  }
}

}  // namespace
}  // namespace counterpoint::mutation
