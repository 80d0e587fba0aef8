// What the allocators of core make of random programs is proved by the relation.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution of programs and trips: tests/core/allocation/draw.hpp. Each program is allocated by every scheme that
// counts, with what is counted, the optimisation level and the extensions drawn. Where every dependency is of a class
// with an exact decoding and no barrier was made, the relation must say `equivalent`; where it says so, the closed
// clocks must agree for the trips drawn. Floors at the end keep the distribution honest.
#include <gtest/gtest.h>
// gtest first
#include <rapidcheck/gtest.h>

#include <map>
#include <sstream>

#include "core/allocation/allocate.hpp"
#include "core/dependence/redundant.hpp"
#include "core/text/text.hpp"
#include "tests/core/allocation/draw.hpp"
#include "tests/core/machine/draw.hpp"
#include "tests/core/property_factor.hpp"
#include "verify/order/order.hpp"
#include "verify/relation/relation.hpp"

namespace counterpoint {
namespace {

using testing::Case;

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

std::string variant_name(const AllocationOptions& options) {
  return std::string(entry(options.scheme).name) + (options.count == Counted::producers ? ", producers" : "") +
         (options.optimize == 0 ? ", literal" : "") + (options.extensions == Extensions::none ? ", base" : "");
}

void expect_proof(const Case& c, const AllocationOptions& options, const Allocation& a) {
  const auto pairing = pair_up(c.program, a.implementation);
  RC_ASSERT(pairing.has_value());
  const Verdict v = decide_by_relation(c.program, a.implementation, *pairing);
  bool exact = a.implementation.tree.barrier_count() == 0;
  for (const DependencyId d : c.program.all_dependencies()) {
    const Classification x = classify(c.program, d);
    exact = exact && x.exact;
    const std::string word(to_text(v.word));
    ++tally()[std::string(class_name(x.kind)) + " " + std::string(entry(options.scheme).name) + " " + word];
  }
  ++tally()[variant_name(options) + (exact ? " exact " : " other ") + std::string(to_text(v.word))];
  const auto show = [&] {
    return variant_name(options) + "\n" + v.reason + ": " + v.explanation + "\n" + testing::notation(c) + "\n" +
           print(c.program) + print(a.implementation);
  };
  if (exact && v.word != VerdictWord::equivalent) RC_FAIL("not proved: " + show());
  if (v.word != VerdictWord::equivalent) return;
  const Trips trips = testing::trips_of(c.program.tree, c.trips);
  const auto order = decide_by_order({c.program, a.implementation, *pairing, trips, trips});
  if (!order || order->word != VerdictWord::equivalent) RC_FAIL("proved, but not so: " + show());
}

// An allocation of what remains without redundant dependencies is one of the program.
void expect_proof_without_redundant(const Case& c) {
  std::vector<bool> removed(c.program.dependency_count(), false);
  bool any = false;
  bool exact = true;
  RedundancyOptions third;
  third.third_engine = true;
  for (const Redundancy& r : redundant(c.program, third)) any = removed[r.dependency.value] = true;
  for (const DependencyId d : c.program.all_dependencies()) exact = exact && classify(c.program, d).exact;
  const auto a = allocate(without(c.program, removed), {});
  if (!any || !exact || !a) return;
  const auto pairing = pair_up(c.program, a->implementation);
  RC_ASSERT(pairing.has_value());
  const Verdict v = decide_by_relation(c.program, a->implementation, *pairing);
  ++tally()["without redundant ones " + std::string(to_text(v.word))];
  const Trips trips = testing::trips_of(c.program.tree, c.trips);
  const auto order = decide_by_order({c.program, a->implementation, *pairing, trips, trips});
  if (v.word == VerdictWord::equivalent && (!order || order->word != VerdictWord::equivalent)) {
    RC_FAIL("proved without some dependencies, but not so: " + testing::notation(c) + "\n" + print(a->implementation));
  }
}

void try_all(const std::vector<std::uint8_t>& tape) {
  testing::Bytes bytes(tape);
  testing::ProgramDraw draw(bytes);
  const std::uint32_t variant = bytes.below(8);
  const Case c = draw.finish();
  for (const SchemeEntry& scheme : all_schemes()) {
    if (scheme.scheme == Scheme::barrier || scheme.scheme == Scheme::barrier_lean) continue;
    AllocationOptions options;
    options.scheme = scheme.scheme;
    options.count = (variant & 1U) != 0 ? Counted::producers : Counted::all;
    options.optimize = (variant & 2U) != 0 ? 0 : 1;
    options.extensions = (variant & 4U) != 0 && bytes.one_in(2) ? Extensions::none : Extensions::all;
    const auto a = allocate(c.program, options);
    if (a) expect_proof(c, options, *a);
  }
  expect_proof_without_redundant(c);
}

TEST(RelationOnAllocations, proves_every_allocation_of_exact_classes) {
  tally().clear();
  const auto cases = testing::property_cases(3'000);
  rc::detail::TestParams parameters;
  parameters.maxSuccess = static_cast<int>(cases);
  parameters.seed = 20'261'130;
  const auto result = rc::detail::checkTestable(
      [] {
        const auto byte = rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint8_t>());
        try_all(*rc::gen::container<std::vector<std::uint8_t>>(400, byte));
      },
      rc::detail::TestMetadata{}, parameters);
  std::ostringstream text;
  rc::detail::printResultMessage(result, text);
  ASSERT_TRUE(result.template is<rc::detail::SuccessResult>()) << text.str();
  // About half of what this seed gives.
  const std::map<std::string, int> floors = {
      {"without redundant ones equivalent", 700},
      {"direct per-loop equivalent", 3500},
      {"nested-forward per-loop equivalent", 1300},
      {"nested-backward per-loop equivalent", 130},
      {"exclusive per-loop equivalent", 400},
      {"history per-loop equivalent", 600},
      {"through per-loop equivalent", 80},
      {"two-level per-loop equivalent", 400},
      {"static per-loop equivalent", 220},
      {"direct per-engine equivalent", 3500},
      {"nested-forward per-engine equivalent", 1300},
      {"history per-engine equivalent", 500},
      {"through per-engine equivalent", 80},
      {"two-level per-engine equivalent", 400},
      {"direct per-instruction equivalent", 3500},
      {"per-engine, literal exact equivalent", 200},
      {"per-engine, producers exact equivalent", 200},
      {"per-loop, producers exact equivalent", 200},
      {"auto exact equivalent", 200},
      {"per-loop, base exact equivalent", 30},
      {"strengthened per-loop undecided", 150},
  };
  for (const auto& [name, least] : floors) {
    EXPECT_GE(tally()[name], testing::least_of(least, cases, 3'000)) << name << " is hardly tested";
  }
}

}  // namespace
}  // namespace counterpoint
