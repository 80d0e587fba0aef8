// Drawn kernels of queue calls and of brackets: ids as numbers against ids worked out, rules against deciders.
// SPDX-License-Identifier: Apache-2.0
#include <random>

#include "targets/ascend/rules/rules.hpp"
#include "tests/targets/ascend/execution/verdicts.hpp"

namespace counterpoint::ascend::testing {
namespace {

class Drawer {
 public:
  explicit Drawer(std::uint32_t seed) : random_(seed) {}
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  bool chance(std::uint32_t part, std::uint32_t of) { return below(of) < part; }

  // One or two stages of load, compute, store through queues, in a loop, a branch or neither; one call in twenty is
  // left out.
  void queues() {
    program = "program p\nengine mte2 v mte3\n";
    listing.clear();
    std::string body;
    const std::uint32_t stages = 1 + below(2);
    for (std::uint32_t n = 0; n < stages; ++n) {
      const std::string s = std::to_string(n);
      program += "buffer a" + s + " slots 1\nbuffer b" + s + " slots 1\n";
      listing += "i" + s + " = queue vecin\no" + s + " = queue vecout\n";
    }
    for (std::uint32_t n = 0; n < stages; ++n) stage(std::to_string(n), body);
    program += body;
  }

  // Instructions on three pipes in a loop or not, each in brackets of its buffers; one in ten is left out.
  void brackets() {
    program = "program p\nengine mte2 v mte3\nbuffer b0 slots 1\nbuffer b1 slots 1\n";
    listing.clear();
    const bool loop = chance(1, 2);
    if (loop) open("loop k trips dynamic {", "loop k");
    const std::uint32_t n = 2 + below(3);
    for (std::uint32_t x = 0; x < n; ++x) bracketed("x" + std::to_string(x));
    if (loop) close();
    if (chance(1, 2)) bracketed("last");
  }

  std::string program;
  std::string listing;

 private:
  void open(const std::string& text, const std::string& line) {
    program += text + "\n";
    listing += line + "\n";
  }
  void close() {
    program += "}\n";
    listing += "end\n";
  }
  void call(const std::string& line) {
    if (!chance(1, 20)) listing += line + "\n";
  }

  void stage(const std::string& s, std::string& body) {
    const std::uint32_t around = below(3);
    if (around == 0) body += "loop k" + s + " trips dynamic {\n";
    if (around == 1) body += "if c" + s + " {\n";
    if (around == 0) listing += "loop k" + s + "\n";
    if (around == 1) listing += "if c" + s + "\n";
    body += "mte2: ld" + s + " writes a" + s + "\nv: f" + s + " reads a" + s + " writes b" + s + "\nmte3: st" + s +
            " reads b" + s + "\n";
    call("alloc i" + s);
    listing += "ld" + s + "\n";
    call("enque i" + s);
    call("alloc o" + s);
    call("deque i" + s);
    listing += "f" + s + "\n";
    call("enque o" + s);
    call("deque o" + s);
    listing += "st" + s + "\n";
    call("free o" + s);
    call("free i" + s);
    if (around < 2) {
      body += "}\n";
      listing += "end\n";
    }
  }

  void bracketed(const std::string& name) {
    static const std::vector<std::string> pipes = {"mte2", "v", "mte3"};
    const std::string& pipe = pipes[below(3)];
    const std::string buffer = std::to_string(below(2));
    const bool both = chance(1, 4);
    const std::string other = buffer == "0" ? "1" : "0";
    program += pipe + ": " + name + (chance(1, 2) ? " reads b" : " writes b") + buffer +
               (both ? " reads b" + other : std::string{}) + "\n";
    const bool kept = !chance(1, 10);
    if (kept) listing += "get " + pipe + " #" + buffer + "\n";
    if (both) listing += "get " + pipe + " #" + other + "\n";
    listing += name + "\n";
    if (both) listing += "rls " + pipe + " #" + other + "\n";
    if (kept) listing += "rls " + pipe + " #" + buffer + "\n";
    if (chance(1, 2)) listing += "bar " + pipe + "\n";
  }

  std::mt19937 random_;
};

// With more ids than are followed none is a number of the text: registers work all of them out.
TEST(AscendDrawnCalls, ids_that_are_numbers_and_ids_that_are_worked_out_give_the_same_verdicts) {
  Primitives many;
  many.ids = 31;
  many.usable_ids = 31;
  std::map<std::string, int> words;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    Drawer drawn(seed);
    drawn.queues();
    const std::string fixed = word(verdict_of(drawn.program, drawn.listing));
    const std::string worked_out = word(verdict_of(drawn.program, drawn.listing, Architecture::c220, many));
    ASSERT_EQ(fixed, worked_out) << drawn.program << drawn.listing;
    ++words[fixed];
  }
  std::string shares;
  for (const auto& [w, n] : words) shares += w + " " + std::to_string(n) + "; ";
  EXPECT_GE(words["refines"], 60) << shares;
  EXPECT_GE(words["unsafe division"], 30) << shares;
  EXPECT_GE(words["unsafe early-issue"], 30) << shares;
}

TEST(AscendDrawnCalls, kernels_of_queues_or_brackets_of_which_rules_say_nothing_are_safe) {
  int clean = 0;
  int safe = 0;
  for (std::uint32_t seed = 1; seed <= 600; ++seed) {
    Drawer drawn(seed);
    const bool of_queues = seed % 2 == 0;
    if (of_queues) {
      drawn.queues();
    } else {
      drawn.brackets();
    }
    Listing text(drawn.program, drawn.listing, of_queues ? Architecture::c220 : Architecture::c310);
    const auto judge = KernelJudge::make(text.kernel(), {});
    ASSERT_TRUE(judge.has_value()) << drawn.listing;
    const BoundedVerdict v = judge->everywhere();
    const bool holds = !v.verdict.fails() && v.left.empty() && v.undecided == 0;
    if (holds) ++safe;
    const auto findings = check_rules(text.kernel(), judge->required(), {});
    if (!is_clean(findings)) continue;
    ++clean;
    ASSERT_TRUE(holds) << drawn.program << drawn.listing << v.trips << " " << word(v);
  }
  EXPECT_GE(clean, 100) << safe;
  EXPECT_GE(clean, safe * 3 / 4) << safe;
}

}  // namespace
}  // namespace counterpoint::ascend::testing
