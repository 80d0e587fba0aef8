// Calls of a queue on c310 against the definition of their brackets, order by order.
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <random>

#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

// What stands in the text: an instruction, or a bracket of mode 0 or 1, on a pipe.
struct Item {
  enum Kind : std::uint8_t { work, waits, announces } kind = work;
  bool producer = true;
};

// Whether the end of item `a` must come before item `b` begins, by the definition of ascend.md 1.6 alone. A release is
// complete when everything before it on its pipe is, and of mode 1 when every release before it is complete too. A get
// of mode 0 holds its pipe until every release of another pipe before it is complete.
bool must_order(const std::vector<Item>& items, std::size_t a, std::size_t b) {
  std::array<bool, 2> held = {false, false};      // by pipe: what follows begins after a
  std::array<bool, 2> includes = {false, false};  // by pipe: a, or what began after it, stands before this on it
  std::array<std::vector<bool>, 2> released;      // by pipe: whether each release is after a
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t p = items[i].producer ? 0 : 1;
    if (i == b) return held[p];
    if (items[i].kind == Item::work) {
      includes[p] = includes[p] || i == a || held[p];
      continue;
    }
    if (items[i].kind == Item::waits) {
      for (const bool is : released[1 - p]) held[p] = held[p] || is;
      includes[p] = includes[p] || held[p];
    }
    bool is = includes[p];
    for (const auto& of : released) {
      for (const bool other : of) is = is || (items[i].kind == Item::announces && other);
    }
    released[p].push_back(is);
  }
  return false;
}

// Valid calls of one buffer: alloc, enque, deque, free, with enques again, which only mode 1 tells from mode 0.
struct Drawn {
  std::vector<Item> items;
  std::string body;
  std::string listing;
};
Drawn draw(std::uint32_t seed) {
  std::mt19937 random(seed);
  Drawn out;
  enum { free_, held, queued } state = free_;
  int works = 0;
  const auto work = [&] {
    const bool producer = random() % 2 == 0;
    const std::string n = "x" + std::to_string(works++);
    out.items.push_back({Item::work, producer});
    out.body += (producer ? "mte2: " : "v: ") + n + "\n";
    out.listing += n + "\n";
  };
  out.listing = "q = queue vecin\n";
  for (int step = 0; step < 9; ++step) {
    if (random() % 5 < 3 && works < 6) work();
    const bool again = random() % 3 != 0;
    if (state == free_) {
      out.listing += "alloc q\n";
      out.items.push_back({Item::waits, true});
      state = held;
    } else if (state == held && again) {
      out.listing += "enque q\n";
      out.items.push_back({Item::announces, true});
      state = queued;
    } else if (state == held) {
      out.listing += "free q\n";
      out.items.push_back({Item::announces, false});
      state = free_;
    } else {
      out.listing += "deque q\n";
      out.items.push_back({Item::waits, false});
      state = held;
    }
  }
  while (works < 4) work();
  return out;
}

TEST(AscendQueueBrackets, every_order_is_that_of_brackets_of_mode_0_and_1) {
  int ordered = 0;
  int on_one_pipe = 0;
  int not_ordered = 0;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    const Drawn drawn = draw(seed);
    std::vector<std::size_t> works;
    for (std::size_t i = 0; i < drawn.items.size(); ++i) {
      if (drawn.items[i].kind == Item::work) works.push_back(i);
    }
    for (std::size_t b = 1; b < works.size(); ++b) {
      for (std::size_t a = 0; a < b; ++a) {
        std::string body = drawn.body;
        const std::string later = "x" + std::to_string(b) + "\n";
        body.replace(body.find(later), later.size(), "x" + std::to_string(b) + " after x" + std::to_string(a) + "\n");
        const bool is = must_order(drawn.items, works[a], works[b]);
        KernelQuestion every;
        every.by_exploration = true;
        const BoundedVerdict v =
            verdict_of("program p\nengine mte2 v\n" + body, drawn.listing, Architecture::c310, {}, every);
        ASSERT_EQ(!v.verdict.fails(), is) << body << drawn.listing << a << " " << b;
        ++(is ? ordered : not_ordered);
        if (is && drawn.items[works[a]].producer == drawn.items[works[b]].producer) ++on_one_pipe;
      }
    }
  }
  EXPECT_GE(ordered, 100);
  EXPECT_GE(on_one_pipe, 40);
  EXPECT_GE(not_ordered, 100);
}

}  // namespace
}  // namespace counterpoint::ascend::testing
