// What lowering makes, judged: kernels end to end, and random pairs against what the deciders say of the pair itself.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/text/text.hpp"
#include "targets/neuron/check/check.hpp"
#include "targets/neuron/lowering/lower.hpp"
#include "tests/core/property_factor.hpp"
#include "verify/decide.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"

namespace counterpoint::neuron::testing {
namespace {

Program read_kernel(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return *parse_program(text.str(), path.filename().string());
}

// In a part of the cases (COUNTERPOINT_PROPERTY_FACTOR below 1) each kernel under one scheme in one profile, which
// rotate.
TEST(NeuronEndToEnd, every_kernel_under_every_scheme_in_both_profiles_keeps_its_program) {
  const bool part = counterpoint::testing::property_factor() < 1;
  const std::size_t of_a_kernel = all_schemes().size() * 2;
  std::size_t kernels = 0;
  std::size_t done = 0;
  for (const auto& file : std::filesystem::directory_iterator(COUNTERPOINT_SOURCE_DIR "/examples/kernels")) {
    if (file.path().extension() != ".cp") continue;
    const Program program = read_kernel(file.path());
    const std::size_t chosen = kernels++ % of_a_kernel;
    std::size_t number = 0;
    for (const SchemeEntry& scheme : all_schemes()) {
      for (const Profile& profile : {Profile::page(), Profile::device()}) {
        if (number++ != chosen && part) continue;
        LowerOptions how;
        how.profile = profile;
        AllocationOptions allocation;
        allocation.scheme = scheme.scheme;
        const auto made = allocate_to_fit(program, allocation, how);
        ASSERT_TRUE(made.has_value()) << file.path() << " " << scheme.name;
        const auto image = lower(program, made->implementation, how);
        ASSERT_TRUE(image.has_value()) << file.path() << " " << scheme.name;
        const Verdict v = judge_words(program, *image, Trips(program.tree, 2)).judgement.verdict;
        EXPECT_TRUE(v.word == VerdictWord::equivalent || v.word == VerdictWord::refines)
            << file.path() << " " << scheme.name << " " << to_text(v.word) << " " << v.reason << v.explanation;
        ++done;
      }
    }
  }
  EXPECT_EQ(kernels, 11U);
  EXPECT_EQ(done, kernels * (part ? 1 : of_a_kernel));
}

// Distribution. Programs of verify/generate with at most 5 engines, each with a stream or (one in three) the only ring
// of one; allocations and hand-made implementations of verify/generate in equal parts, profiles too; every loop without
// a number twice, divergent ones included. The words must say what the pair says: nothing is added by an engine of its
// own. Left out: what is refused, and control dependencies, whose visits are no steps of the words.
TEST(NeuronEndToEnd, words_of_engines_with_streams_of_their_own_say_what_the_pair_says) {
  constexpr std::array<std::string_view, 5> streams = {"pe", "act", "pool", "dve", "sp"};
  std::array<std::size_t, 6> seen{};
  std::size_t refused = 0;
  constexpr std::uint64_t all = 1500;
  const std::uint64_t cases = counterpoint::testing::property_cases(all, 150);
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    Choices choices(seed);
    const Program program = generate_program(choices, Shape{});
    const bool by_hand = choices.chance(1, 2);
    const Implementation implementation =
        by_hand ? generate_by_hand(choices, program) : generate_implementation(choices, program);
    LowerOptions how;
    if (choices.chance(1, 2)) how.profile = Profile::device();
    how.legality = by_hand ? Legality::hardware : Legality::compiler;
    if (program.tree.engine_count() > streams.size() || program.has_control_dependencies()) continue;
    for (const EngineId e : program.tree.engines()) {
      how.engines += fmt::format("{}{}={}{}", how.engines.empty() ? "" : ",", program.tree.engine_name(e),
                                 streams[e.value], choices.chance(1, 3) ? ":ring" : "");
    }
    const auto image = lower(program, implementation, how);
    const auto pairing = pair_up(program, implementation);
    if (!image || !pairing) {
      ++refused;
      continue;
    }
    const Trips trips(program.tree, 2);
    const Trips renumbered = trips.renumbered(pairing->engine_to_program);
    Question question{program, implementation, *pairing, trips, renumbered};
    question.states = 20'000;
    const Verdict of_pair = decide(question).verdict;
    CheckOptions options;
    options.states = 100'000;
    const JudgedWords judged = judge_words(program, *image, trips, options);
    if (judged.unrolled.fit == Fit::fault) continue;  // a flag may stay set, an event may not
    const Verdict of_words = judged.judgement.verdict;
    if (of_pair.word == VerdictWord::undecided || of_words.word == VerdictWord::undecided) continue;
    ++seen[static_cast<std::size_t>(of_pair.word)];
    // A run that gets stuck shows a deadlock, and that nothing worse is possible only if all runs were looked at.
    const bool at_least = of_words.by == "replay" && severity(of_pair.word) >= severity(of_words.word);
    EXPECT_TRUE(at_least || of_words.word == of_pair.word)
        << to_text(of_words.word) << " " << to_text(of_pair.word) << " by " << of_words.by << " "
        << "seed " << seed << "\n"
        << of_words.reason << " " << of_words.explanation << "\n"
        << how.engines << "\n"
        << print(program) << print(implementation);
    if (::testing::Test::HasFailure()) return;
  }
  const auto at_least = [&](VerdictWord word, double floor) {
    EXPECT_GE(static_cast<double>(seen[static_cast<std::size_t>(word)]),
              counterpoint::testing::least_of(floor, cases, all))
        << to_text(word);
  };
  at_least(VerdictWord::equivalent, 150);
  at_least(VerdictWord::unsafe, 30);
  at_least(VerdictWord::deadlock, 30);
  EXPECT_LE(refused * 15, cases * 13);
}

}  // namespace
}  // namespace counterpoint::neuron::testing
