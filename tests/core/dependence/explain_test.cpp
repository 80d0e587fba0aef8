// The formulas printed are those of Equation 1, and every rewrite suggested has the class it promises.
// SPDX-License-Identifier: Apache-2.0
#include "core/dependence/explain.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <map>
#include <string>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"
#include "tests/core/dependence/case.hpp"
#include "tests/core/dependence/choices.hpp"
#include "tests/core/dependence/streams.hpp"

namespace counterpoint {
namespace {

using testing::Choices;
using testing::DrawCase;
using testing::Event;
using testing::EventKind;
using testing::ProgramCase;
using testing::Registers;

constexpr DependencyId first{std::size_t{0}};

Program parsed(std::string_view body) {
  auto program = parse_program("program p\nengine a b\n" + std::string(body), "p.cp");
  require(program.has_value(), "the test's program parses");
  return std::move(*program);
}

Explanation explained(std::string_view body) {
  const Program program = parsed(body);
  return Explainer(program).explain(first);
}

TEST(Explain, says_formula_and_per_loop_wait_in_the_names_of_the_program) {
  const Explanation e = explained("loop kv trips dynamic { a: load after qk@kv-2\n b: qk\n b: pv }");
  EXPECT_EQ(e.subject, "load <- qk@kv-2");
  EXPECT_EQ(e.class_text, "direct");
  EXPECT_EQ(e.status, "base, exact");
  EXPECT_EQ(e.place, "both in 'kv', 'qk' after 'load' in one block; distance 2 on 'kv'");
  EXPECT_EQ(e.formula, "wait for R(qk) >= r_kv - 2 where t_kv > 2");
  EXPECT_EQ(e.per_loop, "wait s_kv_b >= 2*(r_kv - 2) - 1 where t_kv > 2");
  EXPECT_EQ(e.body, 2U);
  EXPECT_EQ(e.position, 1U);
}

TEST(Explain, gives_each_class_its_formula) {
  EXPECT_EQ(explained("a: x\n b: c after x").formula, "wait for R(x) >= 1");
  EXPECT_EQ(explained("loop l trips dynamic { a: x }\n b: c after x").formula, "wait for R(x) >= r_l");
  EXPECT_EQ(explained("loop q trips dynamic { b: c after x@q-2\n loop l trips dynamic { a: x } }").formula,
            "wait for R(x) >= h1_l_q where t_q > 2");
  EXPECT_EQ(explained("loop q trips dynamic { loop l trips dynamic { b: c after x@q-1@l+1\n a: x } }").formula,
            "wait for R(x) >= min(h1_l_q + t_l + 1, h0_l_q) where t_q > 1");
  EXPECT_EQ(explained("loop q trips dynamic { loop l trips dynamic { b: c after x@q-1@*\n a: x } }").formula,
            "wait for R(x) >= h0_l_q where t_q > 1");
  EXPECT_EQ(explained("loop s trips dynamic { b: c after x\n loop l trips 2 { a: x } }").formula,
            "wait for R(x) >= 2*r_s");
  EXPECT_EQ(explained("loop q trips dynamic { if x { a: p\n b: c after p@q-1 } }").formula,
            "wait for R(p) >= r_x - 1 where t_q > 1");
  EXPECT_EQ(explained("loop s trips dynamic { b: c after x\n loop l trips 0 { a: x } }").status,
            "extension, exact: nothing is ever owed");
}

TEST(Explain, finds_the_dependencies_of_a_pair_and_of_a_loop) {
  const Program program =
      parsed("a: n\n loop q trips dynamic after n { loop l trips dynamic { a: x\n b: c after x, x@q-1@*, n } }");
  const Explainer explainer(program);
  EXPECT_EQ(explainer.find("c", "x").size(), 2U);
  EXPECT_EQ(explainer.find("q", "n").size(), 1U);
  EXPECT_TRUE(explainer.find("c", "c").empty());
  EXPECT_EQ(explainer.explain(explainer.find("q", "n").front()).subject, "loop q <- n");
}

// --- the printed formula, evaluated

// sum = term {("+" | "-") term}; term = INT "*" factor | factor; factor = INT | NAME | "min(" sum ", " sum ")" | "("
// sum ")"
class Evaluator {
 public:
  Evaluator(std::string_view text, const Tree& tree, const Registers& now) : text_(text), now_(now) {
    for (const ScopeId s : tree.scopes()) scopes_[tree.scope_name(s)] = s;
  }
  std::int64_t value() {
    const std::int64_t v = sum();
    require(text_.empty(), "the whole formula is read");
    return v;
  }

 private:
  bool take(std::string_view word) {
    if (!text_.starts_with(word)) return false;
    text_.remove_prefix(word.size());
    return true;
  }
  std::int64_t sum() {
    std::int64_t v = term();
    while (true) {
      if (take(" + ")) {
        v += term();
      } else if (take(" - ")) {
        v -= term();
      } else {
        return v;
      }
    }
  }
  std::int64_t term() {
    const std::int64_t v = factor();
    return take("*") ? v * factor() : v;
  }
  std::int64_t factor() {
    if (take("min(")) {
      const std::int64_t a = sum();
      require(take(", "), "a minimum has two sides");
      const std::int64_t b = sum();
      require(take(")"), "a minimum is closed");
      return std::min(a, b);
    }
    if (take("(")) {
      const std::int64_t v = sum();
      require(take(")"), "a parenthesis is closed");
      return v;
    }
    const std::string word(text_.substr(0, text_.find_first_of(" ,)*")));
    text_.remove_prefix(word.size());
    std::int64_t v = 0;
    const auto end = std::from_chars(word.data(), word.data() + word.size(), v).ptr;
    if (end == word.data() + word.size()) return v;
    return register_value(word);
  }
  std::int64_t register_value(const std::string& word) {
    const std::size_t one = word.find('_');
    if (word.starts_with("r_")) return now_.r(scopes_.at(word.substr(2)));
    if (word.starts_with("t_")) return now_.t(scopes_.at(word.substr(2)));
    const std::size_t two = word.find('_', one + 1);
    return now_.history(scopes_.at(word.substr(one + 1, two - one - 1)), scopes_.at(word.substr(two + 1)),
                        std::stoll(word.substr(1, one - 1)));
  }

  std::string_view text_;
  const Registers& now_;
  std::map<std::string, ScopeId> scopes_;
};

bool holds(std::string condition, const Tree& tree, const Registers& now) {
  while (!condition.empty()) {
    const std::size_t cut = condition.find(" and ");
    const std::string one = condition.substr(0, cut);
    condition = cut == std::string::npos ? "" : condition.substr(cut + 5);
    const std::size_t more = one.find(" > ");
    if (Evaluator(one.substr(0, more), tree, now).value() <= std::stoll(one.substr(more + 3))) return false;
  }
  return true;
}

std::map<std::string, int>& tally() {
  static std::map<std::string, int> counts;
  return counts;
}

void check_formula(Choices& choices) {
  const ProgramCase c = DrawCase(choices).finish();
  const Explanation e = Explainer(c.program).explain(first);
  if (e.threshold.empty()) return;
  const testing::TripsOf trips = [&](ScopeId s, std::uint64_t n) { return testing::trips_at(c, s, n); };
  const testing::Stream stream(c.program.tree, trips);
  Registers now(c.program.tree);
  for (const Event& event : stream.events()) {
    if (event.kind == EventKind::entry) now.enter(ScopeId{std::size_t{event.subject}});
    if (!testing::consumes(c.program, first, event)) continue;
    const auto owed = testing::owed(c.program, first, stream.events(), event);
    RC_ASSERT(holds(e.condition, c.program.tree, now) == owed.has_value());
    if (!owed.has_value()) continue;
    const std::int64_t value = Evaluator(e.threshold, c.program.tree, now).value();
    if (e.classified.exact) {
      RC_ASSERT(value == *owed);
    } else {
      RC_ASSERT(value >= *owed);
    }
    ++tally()[e.class_text];
  }
}

TEST(Explain, prints_formulas_that_agree_with_equation_1) {
  tally().clear();
  testing::check_choices(20'000, 64, check_formula);
  for (const DependenceClass c :
       {DependenceClass::direct, DependenceClass::nested_forward, DependenceClass::nested_backward,
        DependenceClass::exclusive, DependenceClass::history, DependenceClass::through, DependenceClass::two_level,
        DependenceClass::constant_trips, DependenceClass::strengthened}) {
    EXPECT_GE(tally()[std::string(class_name(c))], 100) << class_name(c);
  }
}

// --- the rewrites, applied

// Builds the program again with one dependency rewritten: a marker added, loops given 2 trips, or another distance.
class Applied {
 public:
  Applied(const Program& program, const Rewrite& rewrite) : program_(program), rewrite_(rewrite) {
    const Tree& tree = program.tree;
    for (const EngineId e : tree.engines()) b_.tree.add_engine(tree.engine_name(e), false);
    body(Tree::root());
    const Dependency& d = program.dependency(first);
    const InstructionId producer = marker_.valid() ? marker_ : instruction_[d.producer];
    if (d.control) {
      b_.add_control_dependency(ScopeId{std::size_t{d.consumer}}, producer, rewrite.distances, rewrite.star);
    } else {
      b_.add_dependency(instruction_[InstructionId{std::size_t{d.consumer}}], producer, rewrite.distances,
                        rewrite.star);
    }
  }
  Program finish() { return b_.finish(); }

 private:
  void body(ScopeId s) {
    const Tree& tree = program_.tree;
    std::uint32_t item = 0;
    for (const Item& x : tree.items(s)) {
      if (x.kind == ItemKind::block) {
        const Block& block = tree.block(BlockId{std::size_t{x.index}});
        for (std::uint32_t i = block.first; i < block.last; ++i) {
          const InstructionId id{std::size_t{i}};
          instruction_.push_back(b_.tree.add_instruction(tree.engine_of(id), tree.instruction_name(id), 1));
        }
      } else {
        const ScopeId scope{std::size_t{x.index}};
        open(scope);
        body(scope);
        if (x.kind == ItemKind::conditional) {
          b_.tree.open_else();
          body(tree.scope(scope).sibling);
        }
        b_.tree.close();
      }
      if (rewrite_.kind == RewriteKind::marker && rewrite_.body == s && rewrite_.after_item == item++) {
        marker_ = b_.tree.add_instruction(rewrite_.engine, rewrite_.marker, 1);
      }
    }
  }
  void open(ScopeId s) {
    const Scope& x = program_.tree.scope(s);
    const bool fixed = std::ranges::find(rewrite_.constant, s) != rewrite_.constant.end();
    if (!x.is_loop()) {
      b_.tree.open_conditional(program_.tree.scope_name(s), x.trip_kind, 1);
    } else {
      b_.tree.open_loop(program_.tree.scope_name(s), fixed ? TripKind::constant : x.trip_kind, fixed ? 2 : x.trips, 1);
    }
  }

  const Program& program_;
  const Rewrite& rewrite_;
  ProgramBuilder b_{"p"};
  IdVector<InstructionId, InstructionId> instruction_;  // by the old number
  InstructionId marker_;
};

// The thresholds at each instance of the consumer, as iterations of the producer's item in the body of the marker.
std::vector<std::optional<std::int64_t>> owed_by(const Program& program, const ProgramCase& c) {
  const testing::TripsOf trips = [&](ScopeId s, std::uint64_t n) { return testing::trips_at(c, s, n); };
  const testing::Stream stream(program.tree, trips);
  std::vector<std::optional<std::int64_t>> out;
  for (const Event& event : stream.events()) {
    if (testing::consumes(program, first, event)) out.push_back(testing::owed(program, first, stream.events(), event));
  }
  return out;
}

// How many retirements of the old producer have happened when the marker has retired `n` times, on one engine.
std::int64_t producers_before(const Program& marked, InstructionId marker, InstructionId producer, const ProgramCase& c,
                              std::int64_t n) {
  const testing::TripsOf trips = [&](ScopeId s, std::uint64_t k) { return testing::trips_at(c, s, k); };
  const testing::Stream stream(marked.tree, trips);
  std::int64_t count = 0;
  for (const Event& event : stream.events()) {
    if (n == 0) break;
    if (event.kind != EventKind::instruction) continue;
    if (event.subject == producer.value) ++count;
    if (event.subject == marker.value) --n;
  }
  return count;
}

InstructionId by_name(const Tree& tree, std::string_view name) {
  for (const InstructionId i : tree.instructions()) {
    if (tree.instruction_name(i) == name) return i;
  }
  return InstructionId::none();
}

// A marker that claims the same meaning waits, at every instance, for exactly the producers that were asked for.
void check_meaning(const ProgramCase& c, const Program& marked, const Rewrite& r) {
  const InstructionId marker = by_name(marked.tree, r.marker);
  const InstructionId producer = by_name(marked.tree, c.program.producer_name(first));
  const auto before = owed_by(c.program, c);
  const auto after = owed_by(marked, c);
  RC_ASSERT(before.size() == after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    RC_ASSERT(before[i].has_value() == after[i].has_value());
    if (!before[i].has_value()) continue;
    RC_ASSERT(producers_before(marked, marker, producer, c, *after[i]) == *before[i]);
    ++tally()["marker with the same meaning"];
  }
}

void check_rewrites(Choices& choices) {
  const ProgramCase c = DrawCase(choices).finish();
  const Explanation e = Explainer(c.program).explain(first);
  const bool needed =
      e.classified.kind == DependenceClass::rejected || e.classified.kind == DependenceClass::strengthened;
  RC_ASSERT(needed == !e.rewrites.empty());
  for (const Rewrite& r : e.rewrites) {
    const Program rewritten = Applied(c.program, r).finish();
    RC_ASSERT(classify(rewritten, first).kind == r.becomes);
    RC_ASSERT(r.becomes != DependenceClass::rejected);
    ++tally()[e.class_text + " " + std::to_string(static_cast<int>(r.kind))];
    if (r.kind == RewriteKind::marker && r.same_meaning) check_meaning(c, rewritten, r);
  }
}

TEST(Explain, suggests_rewrites_that_have_a_closed_form) {
  tally().clear();
  testing::check_choices(20'000, 64, check_rewrites);
  for (const char* name : {"rejected 0", "rejected 1", "rejected 3", "strengthened 0", "strengthened 1",
                           "strengthened 2", "marker with the same meaning"}) {
    EXPECT_GE(tally()[name], 200) << name;
  }
}

TEST(Explain, shows_the_marker_and_where_it_goes) {
  const Explanation e = explained("loop s trips dynamic { b: c after x\n loop l trips dynamic { a: x } }");
  ASSERT_EQ(e.rewrites.size(), 3U);
  EXPECT_EQ(e.rewrites[0].text, "add 'a: x_done cost 0' in 's' right after loop 'l', and wait 'after x_done'");
  EXPECT_EQ(e.rewrites[1].text, "give 'l' a number of trips ('loop l trips N')");
  EXPECT_EQ(e.rewrites[2].text, "if the iteration of 's' before is meant, write 'after x@s-1'");
  const Program rewritten =
      parsed("loop s trips dynamic { b: c after x_done\n loop l trips dynamic { a: x }\n a: x_done cost 0 }");
  EXPECT_EQ(classify(rewritten, first).kind, DependenceClass::direct);
}

TEST(Explain, gives_a_marker_a_name_that_is_free) {
  const Explanation e = explained("loop s trips dynamic { b: c after x\n b: x_done\n loop l trips dynamic { a: x } }");
  EXPECT_EQ(e.rewrites[0].marker, "x_done_2");
}

}  // namespace
}  // namespace counterpoint
