// Drawn kernels of queues of every position, depth and number: deciders, ids worked out, rules.
// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "targets/ascend/rules/rules.hpp"
#include "tests/targets/ascend/execution/both_deciders.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

// One queue, or two on pipes that meet: position one of the eight, depth 0 to 3, number 1 to 3. A loop of dynamic trips
// (two in three) or none; in it one to three fills, each alloc, load and enque, then as many deques, works and frees
// (one in four: they alternate). One call in twenty-five is left out, one tensor in twenty-five is another's, one place
// in eight has a barrier. In a loop one kernel in three fills once before it and empties once behind it.
class QueueDrawer {
 public:
  explicit QueueDrawer(std::uint32_t seed) : random_(seed) {}

  void draw() {
    const auto table = all_positions();
    const std::uint32_t queues = 1 + below(4) / 3;
    std::string head;
    std::string declared;
    for (std::uint32_t q = 0; q < queues; ++q) {
      const PositionEntry& at = table[below(static_cast<std::uint32_t>(table.size()))];
      from_[q] = pipe_name(at.producer);
      to_[q] = pipe_name(at.consumer);
      depth_[q] = below(4);
      number_[q] = 1 + below(3);
      declared += "q" + std::to_string(q) + " = queue " + std::string(at.word) + " depth " + std::to_string(depth_[q]) +
                  " num " + std::to_string(number_[q]) + "\n";
      head += "buffer b" + std::to_string(q) + " slots " + std::to_string(number_[q]) + "\n";
    }
    const bool loop = chance(2, 3);
    const bool ahead = loop && chance(1, 3);
    for (std::uint32_t q = 0; ahead && q < queues; ++q) fill(q, "p");
    if (loop) line("loop k trips dynamic {", "loop k");
    in_loop_ = loop;
    for (std::uint32_t q = 0; q < queues; ++q) body(q);
    in_loop_ = false;
    if (loop) line("}", "end");
    for (std::uint32_t q = 0; ahead && q < queues; ++q) empty(q, "p", "z");
    program = "program p\nengine mte2 v mte3 mte1 m fix\n" + head + program;
    listing = declared + listing;
  }

  std::string program;
  std::string listing;

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  bool chance(std::uint32_t part, std::uint32_t of) { return below(of) < part; }
  void line(const std::string& text, const std::string& of_kernel) {
    program += text + "\n";
    listing += of_kernel + "\n";
  }
  void call(const std::string& text) {
    if (!chance(1, 25)) listing += text + "\n";
  }
  void define(const std::string& text) { listing += text + "\n"; }
  void pause(std::uint32_t q) {
    if (chance(1, 8)) listing += "bar " + (chance(1, 2) ? "all" : chance(1, 2) ? from_[q] : to_[q]) + "\n";
  }
  std::string slot(std::uint32_t q) {
    const std::string b = "b" + std::to_string(q);
    if (number_[q] == 1) return b;
    return b + (in_loop_ ? "[k]" : "[" + std::to_string(below(number_[q])) + "]");
  }

  void fill(std::uint32_t q, const std::string& n) {
    const std::string is = std::to_string(q) + n;
    pause(q);
    define("a" + is + " = alloc q" + std::to_string(q));
    tensors_.push_back("a" + is);
    line(from_[q] + ": ld" + is + " writes " + slot(q), "ld" + is);
    call("enque q" + std::to_string(q) + " a" + is);
  }
  void empty(std::uint32_t q, const std::string& n, const std::string& as) {
    const std::string is = std::to_string(q) + as;
    const std::string of = "q" + std::to_string(q);
    pause(q);
    const std::string filled = "a" + std::to_string(q) + n;
    std::string freed = "d" + is;
    define(freed + " = deque " + of + (depth_[q] == 0 ? " " + filled : ""));
    line(to_[q] + ": f" + is + " reads " + slot(q), "f" + is);
    if (chance(1, 25)) freed = filled;
    call("free " + of + " " + freed);
  }
  void body(std::uint32_t q) {
    const std::uint32_t fills = 1 + below(6) / 3 + below(8) / 7;
    const bool alternate = chance(1, 4);
    for (std::uint32_t n = 0; n < fills; ++n) {
      fill(q, std::to_string(n));
      if (alternate) empty(q, std::to_string(n), std::to_string(n));
    }
    for (std::uint32_t n = 0; !alternate && n < fills; ++n) empty(q, std::to_string(n), std::to_string(n));
  }

  std::mt19937 random_;
  std::string from_[2];
  std::string to_[2];
  std::uint32_t depth_[2] = {};
  std::uint32_t number_[2] = {};
  std::vector<std::string> tensors_;
  bool in_loop_ = false;
};

Primitives more_ids_than_are_followed() {
  Primitives many;
  many.ids = 31;
  many.usable_ids = 31;
  return many;
}

std::string shares_of(const std::map<std::string, int>& words) {
  std::string out;
  for (const auto& [w, n] : words) out += w + " " + std::to_string(n) + "; ";
  return out;
}

TEST(AscendDrawnQueues, ids_that_are_numbers_and_ids_that_are_worked_out_give_the_same_verdicts) {
  std::map<std::string, int> words;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    QueueDrawer drawn(seed);
    drawn.draw();
    const std::string fixed = word(verdict_of(drawn.program, drawn.listing));
    const std::string worked_out =
        word(verdict_of(drawn.program, drawn.listing, Architecture::c220, more_ids_than_are_followed()));
    ASSERT_EQ(fixed, worked_out) << drawn.program << drawn.listing;
    ++words[fixed];
  }
  EXPECT_GE(words["refines"] + words["equivalent"], 40) << shares_of(words);
  EXPECT_GE(words["unsafe division"], 30) << shares_of(words);
  EXPECT_GE(words["unsafe early-issue"], 30) << shares_of(words);
}

TEST(AscendDrawnQueues, clocks_say_what_exploration_says_on_both_chips) {
  std::map<std::string, int> words;
  for (std::uint32_t seed = 1001; seed <= 1240; ++seed) {
    QueueDrawer drawn(seed);
    drawn.draw();
    const Architecture a = seed % 2 == 0 ? Architecture::c220 : Architecture::c310;
    Listing text(drawn.program, drawn.listing, a);
    const auto judge = KernelJudge::make(text.kernel(), {});
    ASSERT_TRUE(judge.has_value()) << judge.error().front().why;
    const Tree& tree = judge->required().program.tree;
    for (std::uint32_t trips = 0; trips < 3; ++trips) {
      const Trips given(tree, trips);
      const BothDeciders both = decide_both(*judge, given, 200'000);
      const KernelVerdict& fast = both.fast;
      const std::string context = drawn.program + drawn.listing + "trips " + std::to_string(trips);
      expect_shown(both, context);
      if (HasFatalFailure()) return;
      if (both.slow.judgement.verdict.word == VerdictWord::undecided) continue;
      expect_same(both, context);
      if (HasFatalFailure()) return;
      ++words[std::string(architecture_name(a)) + " " + std::string(to_text(fast.judgement.verdict.word))];
    }
  }
  EXPECT_GE(words["c220 unsafe"], 60) << shares_of(words);
  EXPECT_GE(words["c310 unsafe"], 60) << shares_of(words);
  EXPECT_GE(words["c220 refines"] + words["c220 equivalent"], 60) << shares_of(words);
  EXPECT_GE(words["c310 refines"] + words["c310 equivalent"], 60) << shares_of(words);
}

TEST(AscendDrawnQueues, kernels_of_which_rules_say_nothing_are_safe) {
  int clean = 0;
  int safe = 0;
  for (std::uint32_t seed = 2001; seed <= 2400; ++seed) {
    QueueDrawer drawn(seed);
    drawn.draw();
    Listing text(drawn.program, drawn.listing, seed % 2 == 0 ? Architecture::c220 : Architecture::c310);
    const auto judge = KernelJudge::make(text.kernel(), {});
    ASSERT_TRUE(judge.has_value()) << drawn.listing;
    const BoundedVerdict v = judge->everywhere();
    const bool holds = !v.verdict.fails() && v.left.empty() && v.undecided == 0;
    if (holds) ++safe;
    if (!is_clean(check_rules(text.kernel(), judge->required(), {}))) continue;
    ++clean;
    ASSERT_TRUE(holds) << drawn.program << drawn.listing << v.trips << " " << word(v);
  }
  EXPECT_GE(clean, 40) << safe;
}

}  // namespace
}  // namespace counterpoint::ascend::testing
