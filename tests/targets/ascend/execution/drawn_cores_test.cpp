// The linear decision of flags between cores against every state of the machine, on drawn kernels.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: on c220 or c310, a cube core and one or two vector cores with two pipes each; two to four instructions,
// each touching one of two buffers, the last one or two of them in a loop in every other program. One to four flags,
// each between two drawn instructions on different cores (or, one of six, with a half left out): set behind the first,
// on every core that its mode wants it from, waited for before the second, on every core that it reaches, four of five
// in the order of the text; ids 0 and 1, in a loop one of four rotates through two. Counters hold three, so that they
// overflow in few iterations. With queues: the cube's pipes are mte2 and mte1, and one to three queues stand each on a
// drawn core between its two pipes, of one buffer (two in three) or two, depth 0 to 2; each has a fill before the first
// and behind the first of two drawn instructions, and an emptying around the second; one call of six is left out. One
// in two fetches an id, and one in two of these sets and waits for it.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "core/text/text.hpp"
#include "targets/ascend/execution/judge.hpp"
#include "targets/ascend/text/parse_kernel.hpp"
#include "tests/targets/ascend/execution/both_deciders.hpp"

namespace counterpoint::ascend::testing {
namespace {

struct DrawnCores {
  Architecture architecture = Architecture::c220;
  std::string program;
  std::string kernel;
};

class CoresDrawer {
 public:
  explicit CoresDrawer(std::uint32_t seed, bool queues = false) : random_(seed), queues_(queues) {}

  DrawnCores draw() {
    out_.architecture = chance(1, 2) ? Architecture::c220 : Architecture::c310;
    vectors_ = chance(1, 2) ? std::vector<std::string>{"aiv"} : std::vector<std::string>{"aiv0", "aiv1"};
    const std::uint32_t count = 2 + below(3);
    const bool loop = chance(1, 2);
    const std::uint32_t inside = loop ? count - 1 - below(2) : count;
    std::string engines = "engine aic.mte2 aic." + cube_pipe();
    for (const std::string& v : vectors_) engines += " " + v + ".mte2 " + v + ".v";
    out_.program = "program p\n" + engines + "\nbuffer a slots 1 in GM\nbuffer b slots 1 in GM\n";
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i == inside) {
        out_.program += "loop k trips dynamic {\n";
        lines_.emplace_back("loop k {");
      }
      const bool cube = chance(1, 2);
      const std::string core = cube ? "aic" : vectors_[below(static_cast<std::uint32_t>(vectors_.size()))];
      pipe_.push_back(core + "." + (chance(1, 2) ? "mte2" : cube ? cube_pipe() : "v"));
      const std::string line = pipe_.back() + ": x" + std::to_string(i);
      out_.program += line + (chance(1, 2) ? " reads " : " writes ") + (chance(1, 2) ? "a" : "b") + "\n";
      lines_.push_back(line);
    }
    if (loop) {
      out_.program += "}\n";
      lines_.emplace_back("}");
    }
    loop_ = loop ? inside : count;
    for (std::uint32_t n = 1 + below(4); n > 0; --n) flag(count);
    for (std::uint32_t n = queues_ ? 1 + below(3) : 0; n > 0; --n) queue(count, std::to_string(n));
    lines_.insert(lines_.begin(), declared_.begin(), declared_.end());
    out_.kernel = "kernel p on " + std::string(architecture_name(out_.architecture)) + "\n";
    for (const std::string& line : lines_) out_.kernel += line + "\n";
    return out_;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_()) % n; }
  bool chance(std::uint32_t part, std::uint32_t of) { return below(of) < part; }
  std::size_t line_of(std::uint32_t i) {
    return static_cast<std::size_t>(std::ranges::find(lines_, pipe_[i] + ": x" + std::to_string(i)) - lines_.begin());
  }
  void put(std::size_t at, const std::string& line) {
    lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), line);
  }
  static std::string core_of(const std::string& pipe) { return pipe.substr(0, pipe.find('.')); }

  void flag(std::uint32_t count) {
    std::uint32_t from = below(count);
    std::uint32_t to = below(count);
    if (from > to && chance(4, 5)) std::swap(from, to);
    if (core_of(pipe_[from]) == core_of(pipe_[to])) return;
    const bool rotates = from >= loop_ && to >= loop_ && chance(1, 4);
    const std::string id = rotates ? " #(k mod 2)" : " #" + std::to_string(below(2));
    const bool of_cube = core_of(pipe_[from]) == "aic";
    const bool to_cube = core_of(pipe_[to]) == "aic";
    const std::string own = pipe_[from].substr(pipe_[from].find('.'));
    const std::string there = pipe_[to].substr(pipe_[to].find('.'));
    const std::vector<std::string> cube = {"aic"};
    if (!chance(1, 6)) {
      for (const std::string& core : of_cube ? cube : vectors_) {
        put(line_of(from) + 1, "cset " + core + own + (to_cube ? ">aic" : ">aiv") + id);
      }
    }
    if (chance(1, 6)) return;
    for (const std::string& core : to_cube ? cube : vectors_) {
      put(line_of(to), "cwait " + core + (out_.architecture == Architecture::c220 ? "" : there) + id);
    }
  }

  [[nodiscard]] std::string cube_pipe() const { return queues_ ? "mte1" : "fix"; }
  void call(std::size_t at, const std::string& line) {
    if (!chance(1, 6)) put(at, line);
  }
  void queue(std::uint32_t count, const std::string& n) {
    const std::uint32_t from = below(count - 1);
    const std::uint32_t to = from + 1 + below(count - 1 - from);
    const std::string core = core_of(pipe_[chance(1, 2) ? from : to]);
    const std::string q = "q" + n;
    const std::uint32_t depth = below(3);
    declared_.push_back(q + " = queue " + core + (core == "aic" ? " a1" : " vecin") + " depth " +
                        std::to_string(depth) + " num " + std::to_string(1 + below(3) / 2));
    call(line_of(from) + 1, "enque " + q + " a" + n);
    put(line_of(from), "a" + n + " = alloc " + q + " of -");
    call(line_of(to) + 1, "free " + q + " d" + n);
    put(line_of(to), "d" + n + " = deque " + q + (depth == 0 ? " a" + n : "") + " of -");
    if (!chance(1, 2)) return;
    const std::string event = core + (core == "aic" ? ".mte2>mte1" : ".mte2>v");
    const bool used = chance(1, 2);
    put(line_of(to), "e" + n + " = fetch " + event);
    if (used) put(line_of(to), "set " + event + " #e" + n);
    if (used) put(line_of(to), "wait " + event + " #e" + n);
  }

  std::mt19937 random_;
  bool queues_;
  std::vector<std::string> declared_;
  DrawnCores out_;
  std::vector<std::string> vectors_;
  std::vector<std::string> lines_;
  std::vector<std::string> pipe_;
  std::uint32_t loop_ = 0;
};

TEST(AscendCores, clocks_say_of_counters_between_cores_what_exploration_says) {
  std::map<std::string, int> words;
  int compared = 0;
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    const DrawnCores drawn = CoresDrawer(seed).draw();
    auto program = parse_program(drawn.program, "p");
    ASSERT_TRUE(program.has_value()) << drawn.program << to_string(program.error().front());
    auto kernel = parse_kernel(drawn.kernel, std::make_shared<const Program>(std::move(*program)));
    ASSERT_TRUE(kernel.has_value()) << drawn.program << drawn.kernel << to_string(kernel.error().front());
    Machine machine(drawn.architecture);
    machine.set(Parameter::cross_count, 3);
    const auto judge = KernelJudge::make(*kernel, primitives_of(machine));
    if (!judge) {
      ++words["refused"];  // one id by two modes
      continue;
    }
    for (const std::uint32_t trips : {0U, 1U, 2U, 5U}) {
      const Trips given(judge->required().program.tree, trips);
      const BothDeciders both = decide_both(*judge, given);
      const KernelVerdict& fast = both.fast;
      const std::string context = drawn.program + drawn.kernel + "trips " + std::to_string(trips);
      expect_shown(both, context);
      expect_same(both, context);
      if (HasFatalFailure()) return;
      const std::string& reason = fast.judgement.verdict.reason;
      ++words[reason == "overflow" ? reason : std::string(to_text(fast.judgement.verdict.word))];
      ++words[judge->counting() != nullptr ? "clocks" : "explored"];
      ++compared;
    }
  }
  std::string all;
  for (const auto& [word, n] : words) all += word + " " + std::to_string(n) + " ";
  SCOPED_TRACE(all);
  EXPECT_GE(compared, 7000);
  EXPECT_GE(words["clocks"], 5000);
  EXPECT_GE(words["explored"], 80);
  EXPECT_GE(words["unsafe"], 2000);
  EXPECT_GE(words["overflow"], 30);
  EXPECT_GE(words["deadlock"], 500);
  EXPECT_GE(words["refines"] + words["equivalent"], 2000);
}

TEST(AscendCores, queues_of_each_core_are_one_by_clocks_by_exploration_and_with_ids_worked_out) {
  std::map<std::string, int> words;
  for (std::uint32_t seed = 5001; seed <= 5300; ++seed) {
    const DrawnCores drawn = CoresDrawer(seed, true).draw();
    auto program = parse_program(drawn.program, "p");
    ASSERT_TRUE(program.has_value()) << drawn.program << to_string(program.error().front());
    auto kernel = parse_kernel(drawn.kernel, std::make_shared<const Program>(std::move(*program)));
    ASSERT_TRUE(kernel.has_value()) << drawn.program << drawn.kernel << to_string(kernel.error().front());
    const Primitives usual = primitives_of(Machine(drawn.architecture));
    Primitives many = usual;  // more ids than are followed
    many.ids = 31;
    many.usable_ids = 31;
    const auto judge = KernelJudge::make(*kernel, usual);
    const auto worked_out = KernelJudge::make(*kernel, many);
    ASSERT_EQ(judge.has_value(), worked_out.has_value());
    if (!judge) {
      ++words["refused"];
      continue;
    }
    for (const std::uint32_t trips : {0U, 1U, 3U}) {
      const Trips given(judge->required().program.tree, trips);
      KernelQuestion every;
      every.by_exploration = true;
      const Verdict fast = judge->at(given).judgement.verdict;
      const KernelVerdict slow = judge->at(given, every);
      const Verdict registers = worked_out->at(given).judgement.verdict;
      const std::string context = drawn.program + drawn.kernel + "trips " + std::to_string(trips);
      ASSERT_EQ(slow.judgement.disagreement, "") << context;
      ASSERT_EQ(to_text(fast.word), to_text(slow.judgement.verdict.word))
          << context << " " << fast.reason << " " << slow.judgement.verdict.reason;
      ASSERT_EQ(to_text(fast.word), to_text(registers.word)) << context << fast.reason << " " << registers.reason;
      ++words[fast.reason == "division" ? fast.reason : std::string(to_text(fast.word))];
    }
  }
  std::string all;
  for (const auto& [word, n] : words) all += word + " " + std::to_string(n) + " ";
  SCOPED_TRACE(all);
  EXPECT_GE(words["unsafe"], 100);
  EXPECT_GE(words["division"], 50);
  EXPECT_GE(words["refines"] + words["equivalent"], 100);
}

}  // namespace
}  // namespace counterpoint::ascend::testing
