// Waits that other waits keep anyway.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/reduction.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <optional>

#include "core/allocation/allocate.hpp"
#include "core/allocation/passes/stream.hpp"
#include "core/text/text.hpp"
#include "tests/core/property_factor.hpp"
#include "verify/decide.hpp"
#include "verify/generate/implementation.hpp"
#include "verify/generate/program.hpp"
#include "verify/generate/trips.hpp"

namespace counterpoint::neuron {
namespace {

Implementation read(const std::string& text) {
  auto out = parse_implementation("implementation p\n" + text, "i.cp");
  if (!out) throw std::runtime_error(to_string(out.error().front()));
  return std::move(*out);
}

// "001": by wait in the order of the text, 1 for one that is superfluous.
std::string found(const std::string& text) {
  std::string out;
  for (const bool b : superfluous_waits(read(text))) out += b ? '1' : '0';
  return out;
}

const std::string head = "engine a b c\nsemaphore sa sb sc\n";

TEST(Reduction, AWaitThroughAThirdEngineIsSuperfluous) {
  EXPECT_EQ(found(head + "a: x signal sa += 1\nb: y wait sa >= 1 signal sb += 1\nc: z wait sa >= 1, sb >= 1\n"), "010");
}

TEST(Reduction, TheOrderInWhichWaitsAreWrittenDoesNotMatter) {
  EXPECT_EQ(found(head + "a: x signal sa += 1\nb: y wait sa >= 1 signal sb += 1\nc: z wait sb >= 1, sa >= 1\n"), "001");
}

TEST(Reduction, AWaitThatTheEngineHasMadeIsNotMadeAgain) {
  EXPECT_EQ(found(head + "a: x signal sa += 1\nc: y wait sa >= 1\nc: z wait sa >= 1\n"), "01");
}

TEST(Reduction, AHigherWaitCoversALowerOneOfTheSameSemaphore) {
  EXPECT_EQ(found(head + "a: x signal sa += 1\na: v signal sa += 1\nc: z wait sa >= 1, sa >= 2\n"), "10");
}

TEST(Reduction, ThatAnEngineHasIssuedIsNotThatItHasRetired) {
  // y waits for x, but issues before x2 retires; z needs both.
  EXPECT_EQ(found(head + "a: x signal sa += 1\na: x2 signal sa += 1\nb: y wait sa >= 1 signal sb += 1\n"
                         "c: z wait sb >= 1, sa >= 2\n"),
            "000");
}

TEST(Reduction, OfTwoThatWaitForEachOtherNeitherGoes) {
  EXPECT_EQ(found(head + "a: x wait sb >= 1 signal sa += 1\nb: y wait sa >= 1 signal sb += 1\n"), "00");
}

TEST(Reduction, ASecondWriterASignalAloneOrATakeForbidsIt) {
  const std::string two = "c: y wait sa >= 1\nc: z wait sa >= 1\n";
  EXPECT_EQ(found(head + "a: x signal sa += 1\nb: w signal sa += 1\n" + two), "00");
  EXPECT_EQ(found(head + "a: x signal sa += 1\nb: signal sa += 1\n" + two), "00");
  EXPECT_EQ(found(head + "a: x signal sa += 1\n" + two + "b: w take sa >= 1\n"), "000");
}

TEST(Reduction, ABodyBeginsAsAfterAResetWhereBothWaysIntoItDo) {
  const auto begins = [](const std::string& text) -> bool {
    return begins_reset(read("engine a\nsemaphore s\n" + text))[1];
  };
  EXPECT_TRUE(begins("a: x\nbarrier reset\nloop l trips dynamic {\n  a: y\n  barrier reset\n}\n"));
  EXPECT_FALSE(begins("a: x\nbarrier reset\nloop l trips dynamic {\n  a: y\n}\n"));
  EXPECT_FALSE(begins("a: x\nloop l trips dynamic {\n  a: y\n  barrier reset\n}\n"));
  EXPECT_FALSE(begins("a: x\nbarrier\nloop l trips dynamic {\n  a: y\n  barrier reset\n}\n"));
  EXPECT_TRUE(begins("a: x\nbarrier reset\nif c {\n  a: y\n}\n"));
}

TEST(Reduction, BehindALoopThatLeavesCountsNothingIsKnown) {
  EXPECT_EQ(found(head + "loop l trips dynamic {\n  a: x signal sa += 1\n}\nc: y wait sa >= 1\nc: z wait sa >= 1\n"),
            "00");
}

// Programs as in verify/generate/program.hpp, allocated by a barrier scheme or for straight-line text by any, some made
// by hand; trips at random. Without the waits that are found the pair gets the same verdict.
// Returns whether there are any; nothing if the scheme does not allocate the program.
std::optional<bool> verdict_stays(std::uint64_t seed) {
  Choices choices(seed);
  Shape shape;
  shape.divergent = false;
  if (choices.chance(1, 2)) shape.scopes = 0;
  const Program program = generate_program(choices, shape);
  Implementation whole = generate_implementation(choices, program);
  if (choices.chance(3, 4)) {
    AllocationOptions how;
    how.scheme = choices.chance(1, 2) ? Scheme::barrier : Scheme::barrier_lean;
    auto allocation = allocate(program, how);
    if (!allocation) return std::nullopt;
    whole = std::move(allocation->implementation);
  }
  passes::Streams streams(whole);
  streams.no_wait = superfluous_waits(whole);
  const bool any = std::ranges::find(streams.no_wait, true) != streams.no_wait.end();
  const Implementation reduced = streams.build();
  const DrawnTrips drawn = generate_trips(choices, program.tree, shape);
  const auto word = [&](const Implementation& i) {
    const auto pairing = pair_up(program, i);
    EXPECT_TRUE(pairing.has_value());
    const Trips trips = trips_from(i.tree, drawn.options);
    return decide({program, i, *pairing, drawn.trips, trips, 0, 0, Comparison::as_signed, Property::all,
                   std::uint64_t{1} << 20U, 200'000})
        .verdict.word;
  };
  EXPECT_EQ(to_text(word(whole)), to_text(word(reduced))) << print(program) << print(whole);
  return any;
}

// Distribution, of 400 programs: waits are found in at least 40.
TEST(ReductionProperties, TheVerdictStaysWithoutThem) {
  constexpr std::uint64_t all = 400;
  const std::uint64_t cases = counterpoint::testing::property_cases(all, 40);
  std::uint64_t reduced = 0;
  for (std::uint64_t seed = 1; seed <= cases; ++seed) {
    reduced += verdict_stays(seed).value_or(false) ? 1 : 0;
    ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed;
  }
  std::cout << reduced << " of " << cases << " programs have superfluous waits\n";
  EXPECT_GE(static_cast<double>(reduced), counterpoint::testing::least_of(40, cases, all));
}

}  // namespace
}  // namespace counterpoint::neuron
