// The clocks of a listing against the closure of its graph, on random blocks.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/verifiers/order.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "tests/core/property_factor.hpp"

namespace counterpoint::neuron {
namespace {

constexpr std::size_t length = 14;

// Instructions on PE, Pool, SP and all engines; transfers of two queues; drains. Each raises a semaphore of its own,
// and a third wait for an earlier one.
DumpSet draw_block(std::mt19937& random) {
  DumpSet set;
  set.cores.resize(1);
  set.cores[0].functions.resize(1);
  set.cores[0].functions[0].blocks.resize(1);
  constexpr std::array engines = {Engine::pe, Engine::pool, Engine::sp};
  for (std::size_t i = 0; i < length; ++i) {
    DumpInstruction x;
    x.name = std::string(1, 'a') + std::to_string(i);
    x.engine = engines[random() % engines.size()];
    x.opcode = "TensorCopy";
    const auto kind = random() % 12;
    if (kind < 4 && x.engine != Engine::pe) {
      x.opcode = "DMACopy";
      x.queue = random() % 2 == 0 ? "q" : "r";
    } else if (kind == 4) {
      x.opcode = "Drain";
    } else if (kind == 5) {
      x.engine = Engine::all;
    }
    x.sync.updates.push_back({static_cast<std::int64_t>(i), DumpUpdateMode::add, 1, {}});
    if (i > 0 && random() % 3 == 0) {
      const auto p = random() % i;
      x.sync.waits.push_back({"a" + std::to_string(p), static_cast<std::int64_t>(p), DumpWaitMode::at_least, 1});
    }
    set.cores[0].functions[0].blocks[0].instructions.push_back(x);
  }
  return set;
}

// Two nodes an instruction, begin and done; every edge of neuron.md 5.2, closed.
class SlowOrder {
 public:
  SlowOrder(const std::vector<DumpInstruction>& list, bool queues) : n_(list.size()), reach_(4 * n_ * n_) {
    for (std::size_t i = 0; i < n_; ++i) {
      at(2 * i, 2 * i + 1) = true;
      for (const DumpWait& w : list[i].sync.waits) at(2 * static_cast<std::size_t>(w.id) + 1, 2 * i) = true;
      for (std::size_t j = i + 1; j < n_; ++j) {
        const bool dma = list[i].opcode == "DMACopy";
        const bool same = list[i].engine == list[j].engine;
        const bool all = list[i].engine == Engine::all || list[j].engine == Engine::all;
        if (same || all) at(2 * i + (dma ? 0 : 1), 2 * j) = true;
        if (dma && list[j].opcode == "Drain" && (same || list[j].engine == Engine::all)) at(2 * i + 1, 2 * j) = true;
        if (queues && dma && same && list[j].queue == list[i].queue) at(2 * i + 1, 2 * j + 1) = true;
      }
    }
    for (std::size_t k = 0; k < 2 * n_; ++k)
      for (std::size_t i = 0; i < 2 * n_; ++i)
        for (std::size_t j = 0; at(i, k) && j < 2 * n_; ++j)
          if (at(k, j)) at(i, j) = true;
  }
  [[nodiscard]] bool before(std::size_t a, std::size_t b) { return at(2 * a + 1, 2 * b); }

 private:
  std::vector<bool>::reference at(std::size_t i, std::size_t j) { return reach_[2 * n_ * i + j]; }
  std::size_t n_;
  std::vector<bool> reach_;
};

// 1,000 blocks, both rules, all pairs. Transfers that are ordered, and ordered only by their queue, have their floors.
TEST(Order, ClocksAgreeWithTheClosureOfTheGraph) {
  std::mt19937 random(11);
  int of_transfers = 0;
  int by_queue = 0;
  const std::uint64_t rounds = counterpoint::testing::property_cases(1000, 100);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const DumpSet set = draw_block(random);
    const std::vector<DumpInstruction>& list = set.cores[0].functions[0].blocks[0].instructions;
    const Listing listing(set, 0, 0);
    const WaitArithmetic waits = check_waits(listing, {});
    HappensBefore plain(listing, waits, all_blocks(listing), {false, true});
    HappensBefore queued(listing, waits, all_blocks(listing), {true, true});
    SlowOrder slow(list, false);
    SlowOrder slow_queued(list, true);
    for (std::uint32_t a = 0; a < length; ++a) {
      for (std::uint32_t b = 0; b < length; ++b) {
        if (a == b) continue;
        const OrderEvent x{0, {a, nullptr}};
        const OrderEvent y{0, {b, nullptr}};
        const bool one = slow.before(a, b);
        const bool two = slow_queued.before(a, b);
        ASSERT_EQ(plain.before(x, y), one ? Ordered::yes : Ordered::no) << round << ": " << a << ", " << b;
        ASSERT_EQ(queued.before(x, y), two ? Ordered::yes : Ordered::no) << round << ": " << a << ", " << b;
        of_transfers += one && list[a].opcode == "DMACopy" ? 1 : 0;
        by_queue += two && !one ? 1 : 0;
      }
    }
  }
  EXPECT_GT(of_transfers, counterpoint::testing::least_of(2'500, rounds, 1000));
  EXPECT_GT(by_queue, counterpoint::testing::least_of(250, rounds, 1000));
}

}  // namespace
}  // namespace counterpoint::neuron
