// The simulator against its slow reference, on random images: every order, and random runs step by step.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <iostream>

#include "core/machine/random.hpp"
#include "targets/neuron/simulator/explore.hpp"
#include "tests/core/property_factor.hpp"
#include "tests/targets/neuron/simulator/core_reference.hpp"
#include "tests/targets/neuron/simulator/random_image.hpp"

namespace counterpoint::neuron {
namespace {

using testing::CoreReference;
using testing::DecodedImage;

constexpr std::uint64_t all_images = 1500;
const std::uint64_t images = counterpoint::testing::property_cases(all_images, 150);

double least(double floor) { return counterpoint::testing::least_of(floor, images, all_images); }

void expect_same_bank(const Bank& bank, const CoreReference::State& s, std::uint64_t seed) {
  for (unsigned id = 0; id < semaphore_count; ++id) {
    const auto found = s.counters.find(id);
    ASSERT_EQ(bank.counter(id), found == s.counters.end() ? 0 : found->second) << "S" << id << ", seed " << seed;
    ASSERT_EQ(bank.event(id), s.events.contains(id)) << "event " << id << ", seed " << seed;
  }
}

// Distribution, of 1500 images: at least a fifth has a run that completes, a fifth a deadlock, a fifth a fault, and a
// thirtieth runs that end differently. Images with more than 6000 states are left out, at most one in twenty.
TEST(SimulatorAgainstItsReference, VisitsTheSameStatesAndFindsTheSameEnds) {
  std::uint64_t completed = 0, deadlocks = 0, faults = 0, several = 0, cut = 0, states = 0;
  std::set<std::string> words;
  for (std::uint64_t seed = 1; seed <= images; ++seed) {
    const DecodedImage d = testing::random_image(seed);
    const CoreReference reference(d.image, d.records, testing::random_counts(seed));
    const CoreReference::Counts slow = reference.all_orders(6000);
    if (slow.cut) {
      ++cut;
      continue;
    }
    ExploreOptions options;
    options.stop_at_first = false;
    const Exploration fast = explore_core(d.simulator(testing::random_counts(seed)), options);
    ASSERT_EQ(fast.states, slow.states) << "seed " << seed;
    ASSERT_EQ(fast.transitions, slow.transitions) << "seed " << seed;
    ASSERT_EQ(fast.completed, slow.completed) << "seed " << seed;
    ASSERT_EQ(fast.deadlocks, slow.deadlocks) << "seed " << seed;
    ASSERT_EQ(fast.faults, slow.faults) << "seed " << seed;
    ASSERT_EQ(fast.fault_words, slow.fault_words) << "seed " << seed;
    states += slow.states;
    completed += slow.completed != 0 ? 1 : 0;
    deadlocks += slow.deadlocks != 0 ? 1 : 0;
    faults += slow.faults != 0 ? 1 : 0;
    several += (slow.completed != 0) + (slow.deadlocks != 0) + (slow.faults != 0) > 1 ? 1 : 0;
    words.insert(slow.fault_words.begin(), slow.fault_words.end());
  }
  std::cout << fmt::format(
      "{} images, {} states: {} can complete, {} deadlock, {} fault, {} of these more than one; {} cut\n", images,
      states, completed, deadlocks, faults, several, cut);
  EXPECT_GE(static_cast<double>(completed), least(all_images / 5.0));
  EXPECT_GE(static_cast<double>(deadlocks), least(all_images / 5.0));
  EXPECT_GE(static_cast<double>(faults), least(all_images / 5.0));
  EXPECT_GE(static_cast<double>(several), least(all_images / 30.0));
  EXPECT_LE(cut, images / 20 + (images < all_images ? 5 : 0));
  for (const char* word : {"event-set-twice", "event-clear-unset", "event-left", "step-value", "division",
                           "branch-target", "unknown-queue", "not-simulated"}) {
    EXPECT_TRUE(words.contains(word) || images < all_images) << word << " was never met";
  }
}

TEST(SimulatorAgainstItsReference, TakesTheSameStepsAndShowsTheSameThings) {
  std::uint64_t steps = 0;
  for (std::uint64_t seed = 1; seed <= images; ++seed) {
    const DecodedImage d = testing::random_image(seed);
    const CoreReference reference(d.image, d.records, testing::random_counts(seed));
    const Simulator simulator = d.simulator(testing::random_counts(seed));
    CoreReference::State slow = reference.initial();
    CoreState fast = simulator.initial();
    std::vector<Visible> seen;
    std::vector<CoreStep> enabled;
    Random random(seed);
    for (;;) {
      simulator.enabled(fast, enabled);
      ASSERT_EQ(enabled, reference.enabled(slow)) << "seed " << seed;
      for (const CoreStep step : enabled) ASSERT_TRUE(simulator.enabled(fast, step)) << "seed " << seed;
      if (enabled.empty()) break;
      const CoreStep step = enabled[random.below(enabled.size())];
      simulator.take(fast, step, &seen);
      reference.take(slow, step);
      ++steps;
      ASSERT_EQ(seen, slow.seen) << "seed " << seed;
      ASSERT_EQ(fast.fault.has_value(), !slow.fault.empty()) << "seed " << seed;
      if (fast.fault) {
        ASSERT_EQ(core_fault_word(*fast.fault), slow.fault) << "seed " << seed;
      } else {
        expect_same_bank(fast.bank, slow, seed);
      }
    }
    if (!fast.fault) {
      ASSERT_EQ(simulator.all_ended(fast), reference.all_ended(slow)) << "seed " << seed;
    }
  }
  EXPECT_GE(steps, images * 5);
}

}  // namespace
}  // namespace counterpoint::neuron
