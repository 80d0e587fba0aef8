// What is proved for all trip counts is what the deciders say for each of a bound.
// SPDX-License-Identifier: Apache-2.0
//
// Why. A false `equivalent` or `refines` is the worst that a prover can say. It shares nothing with closed clocks,
// which take no invariant and no solver, so each claim is held against them at many assignments. Distribution. Random
// pairs (tests/verify/random_pair.hpp) of eight shapes in turn: everything; no divergence; two engines; flat or not;
// constant loops; one scope. Every second one is changed one to three times more (tests/smt/certify/meddling.hpp). At
// most 64 vectors and 16 lists of trips for each. An assignment at which a run leaves 64 bits is passed over: the proof
// assumes that none does. COUNTERPOINT_PROPERTY_FACTOR multiplies the number of pairs: more in the
// target `nightly_prover`, less in the preset `sanitize`.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>
#include <map>

#include "smt/certify/certify.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/smt/certify/meddling.hpp"
#include "tests/verify/random_pair.hpp"

namespace counterpoint::smt {
namespace {

using testing::Origin;
using testing::RandomPair;
using testing::WorstVerdict;

Shape shape_in_turn(std::uint64_t seed) {
  Shape s = testing::shape_to_prove();
  switch (seed % 8) {
    case 0: s.scopes = 5; break;
    case 1: s.divergent = false; break;
    case 2:
      s.engines = 2;
      s.control = false;
      break;
    case 3:
      s.divergent = false;
      s.conditionals = false;
      s.control = false;
      break;
    case 4:
      s.engines = 2;
      s.scopes = 2;
      s.conditionals = false;
      break;
    case 5:
      s.divergent = false;
      s.dependencies = 4;
      break;
    case 6:
      s.scopes = 1;
      s.conditionals = false;
      break;
    default:
      s.engines = 2;
      s.constant = false;
      break;
  }
  return s;
}

// None where the result is no implementation of the program.
std::optional<RandomPair> meddled(std::uint64_t seed) {
  RandomPair pair = testing::random_pair(seed, shape_in_turn(seed));
  if (seed % 2 == 0) return pair;
  Choices choices(~seed);
  mutation::Draft draft = mutation::draft_of(pair.implementation);
  for (std::uint32_t n = 1 + choices.below(3); n > 0; --n) {
    pair.how += ", " + std::string(testing::Meddler(draft, choices).change());
  }
  auto read = parse_implementation(print(mutation::build(draft)), "meddled");
  if (!read) return std::nullopt;
  pair.implementation = std::move(*read);
  auto paired = pair_up(pair.program, pair.implementation);
  if (!paired) return std::nullopt;
  pair.pairing = std::move(*paired);
  return pair;
}

TEST(Agreement, what_is_proved_for_all_trips_is_so_for_each_of_the_bound) {
  const auto pairs = static_cast<std::uint64_t>(800 * testing::property_factor());
  AssignmentOptions few;
  few.most = 64;
  few.random_lists = 16;
  std::map<std::string, std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < pairs; ++seed) {
    const std::optional<RandomPair> pair = meddled(seed);
    if (!pair) {
      ++seen["no implementation"];
      continue;
    }
    const Proof proof = prove_pair(pair->program, pair->implementation, pair->pairing, {});
    if (!proof.refusals.empty()) {
      ++seen["refused by name"];
      continue;
    }
    const WorstVerdict worst =
        testing::worst_over_bound(pair->program, pair->implementation, pair->pairing, few, 20'000, true);
    ++seen[std::string(to_text(proof.word)) + ", at the bound " + std::string(to_text(worst.word))];
    if (proof.word == VerdictWord::undecided) {
      const bool ours = pair->origin == Origin::allocated && seed % 2 == 0 && severity(worst.word) <= 1;
      if (ours) ++seen["allocated by us, left open, and right at the bound"];
      continue;
    }
    ASSERT_LE(severity(worst.word), severity(proof.word))
        << "seed " << seed << "\n"
        << pair->text() << to_text(pair->program.tree, worst.assignment);
  }
  for (const auto& [what, times] : seen) std::cout << times << " " << what << "\n";
  // Of a thousand. A property that hardly meets a kind says nothing about it.
  const auto at_least = [&](const std::string& what, std::uint64_t of_1000) {
    const double least = testing::least_count(static_cast<double>(of_1000 * pairs) / 1000);
    EXPECT_GE(static_cast<double>(seen[what]), least) << what;
  };
  at_least("equivalent, at the bound equivalent", 400);
  at_least("refines, at the bound refines", 140);
  at_least("undecided, at the bound unsafe", 100);
  at_least("undecided, at the bound deadlock", 100);
  // An encoding that asks for too much proves less.
  EXPECT_LE(seen["allocated by us, left open, and right at the bound"] * 1000, 12 * pairs);
}

}  // namespace
}  // namespace counterpoint::smt
