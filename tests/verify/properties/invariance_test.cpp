// What must not change a verdict: names, the order of engines, a wait that holds anyway, a dependency that others keep.
// SPDX-License-Identifier: Apache-2.0
//
// Distribution: programs of at most seven instructions; implementations by hand (1/2) or allocated. Decided by order
// where it applies, else by exploration up to a bound of states. Programs for redundant dependencies have up to four
// engines and sixteen dependencies; chains through a third engine are looked for in three of four.
#include <algorithm>

#include "core/allocation/allocate.hpp"
#include "core/dependence/classify.hpp"
#include "core/dependence/redundant.hpp"
#include "core/program/implementation_builder.hpp"
#include "core/text/text.hpp"
#include "core/text/tree_walk.hpp"
#include "tests/verify/properties/campaign.hpp"
#include "tests/verify/properties/renaming.hpp"
#include "tests/verify/properties/subject.hpp"
#include "verify/generate/implementation.hpp"

namespace counterpoint {
namespace {

using testing::Campaign;
using testing::Drawn;
using testing::Posed;

constexpr std::uint64_t states = 4'000;

Shape seven_instructions() {
  Shape shape;
  shape.instructions = 7;
  shape.dependencies = 8;
  shape.trips = 2;
  return shape;
}

std::optional<Verdict> decided(const Posed& posed) {
  auto verdict = posed.by_order();
  return verdict ? std::move(verdict) : posed.by_exploration(states);
}

std::string word(const std::optional<Verdict>& v) { return v ? std::string(to_text(v->word)) : "open"; }

// A pair from texts.
class ReadPair {
 public:
  ReadPair(const std::string& program, const std::string& implementation, const std::vector<std::string>& options)
      : program_(read(program)), posed_(program_, read_implementation(implementation), options) {}
  [[nodiscard]] const Posed& posed() const { return posed_; }

 private:
  static Program read(const std::string& text) {
    auto program = parse_program(text, "program");
    if (!program) RC_FAIL(to_string(program.error()[0]) + "\n" + text);
    return std::move(*program);
  }
  static Implementation read_implementation(const std::string& text) {
    auto implementation = parse_implementation(text, "implementation");
    if (!implementation) RC_FAIL(to_string(implementation.error()[0]) + "\n" + text);
    return std::move(*implementation);
  }
  Program program_;
  Posed posed_;
};

void expect_same(Campaign& campaign, const Drawn& drawn, const Posed& posed, const std::optional<Verdict>& before,
                 const Posed& other, const std::string& change) {
  const auto after = decided(other);
  // A search stops at the first step that is too early, and which that is depends on the order of engines.
  const bool same = word(before) == word(after) &&
                    (!before || (before->by == after->by && before->instances == after->instances)) &&
                    (!before || before->word == VerdictWord::unsafe ||
                     (before->states == after->states && before->transitions == after->transitions));
  if (!same) {
    RC_FAIL(
        testing::report(drawn, &posed.implementation(), word(before) + " becomes " + word(after) + " with " + change) +
        print(other.implementation()));
  }
  campaign.count(change);
}

TEST(Properties, verdicts_do_not_depend_on_names_nor_on_the_order_of_engines) {
  Campaign campaign(6'000, 400);
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, seven_instructions());
    Implementation made = choices.below(2) == 0 ? generate_implementation(choices, drawn.program)
                                                : generate_by_hand(choices, drawn.program);
    const Posed posed(drawn.program, std::move(made), drawn.options);
    const auto before = decided(posed);
    campaign.count_program(drawn.program, drawn.options);
    campaign.count(word(before));
    const std::string program = print(drawn.program);
    const std::string implementation = print(posed.implementation());

    testing::Renaming renaming;
    const std::string new_program = renaming.apply(program);
    const std::string new_implementation = renaming.apply(implementation);
    std::vector<std::string> options;
    for (const std::string& option : drawn.options) options.push_back(renaming.apply(option));
    const ReadPair renamed(new_program, new_implementation, options);
    expect_same(campaign, drawn, posed, before, renamed.posed(), "other names");

    const ReadPair one(program, testing::with_engines_reversed(implementation), drawn.options);
    expect_same(campaign, drawn, posed, before, one.posed(), "the implementation's engines reversed");
    const ReadPair both(testing::with_engines_reversed(program), testing::with_engines_reversed(implementation),
                        drawn.options);
    expect_same(campaign, drawn, posed, before, both.posed(), "all engines reversed");
  });
  campaign.expect_at_least({
      {"zero trips", 3700},
      {"both branches", 870},
      {"nested conditional", 800},
      {"divergent trips", 2100},
      {"three levels", 2800},
      {"several dependencies", 3400},
      {"of itself", 2200},
      {"same engine", 3900},
      {"exclusive", 350},
      {"@*", 1350},
      {"empty loop", 2600},
      {"engine without work", 1600},
      {"control dependency", 1300},
      {"equivalent", 4000},
      {"refines", 290},
      {"deadlock", 1400},
      {"unsafe", 900},
      {"other names", 10000},
      {"all engines reversed", 10000},
  });
}

// The implementation with waits added to some instructions, by instruction.
class MoreWaits {
 public:
  MoreWaits(const Implementation& from, std::vector<std::vector<Wait>> more)
      : from_(from), more_(std::move(more)), builder_(from.tree) {}

  Implementation make() {
    builder_.set_scheme(from_.scheme);
    for (const Semaphore& s : from_.semaphores) builder_.add_semaphore(s.name, s.initial, s.flag, s.array, s.size);
    for (const EngineId e : from_.tree.engines()) {
      for (const std::string& r : from_.registers[e]) builder_.reg(e, r);
    }
    walk(from_.tree, *this);
    return builder_.finish();
  }

  void enter(ScopeId s) { builder_.tree.open_like(from_.tree, s); }
  void leave(ScopeId s) {
    if (from_.tree.scope(s).kind != ScopeKind::then_branch) builder_.tree.close();
  }
  void barrier(bool reset) { builder_.tree.add_barrier(reset); }
  void block(BlockId b) {
    for (const Statement& s : from_.statements_of(b)) statement(s);
  }

 private:
  [[nodiscard]] Operand operand(Operand o) { return o.is_literal() ? builder_.literal(from_.literal(o)) : o; }
  void statement(const Statement& s) {
    const EngineId e = s.engine();
    switch (s.kind()) {
      case StatementKind::operation: {
        const RegisterOperation& o = from_.operations[s.index];
        const Operand a = operand(o.a);
        builder_.operation(e, o.target, o.operation, a, operand(o.b));
        break;
      }
      case StatementKind::wait: builder_.wait(e, waits(from_.condition(s.index))); break;
      case StatementKind::signal: builder_.signal(e, updates(from_.signal(s.index))); break;
      case StatementKind::fence: builder_.fence(e); break;
      case StatementKind::instruction: {
        const InstructionId i{std::size_t{s.index}};
        auto all = waits(from_.waits_of(i));
        for (const Wait& w : more_[i.value]) all.push_back({w.semaphore, operand(w.index), operand(w.value), w.kind});
        builder_.instruction_like(i, e, all, updates(from_.updates_of(i)));
      }
    }
  }
  std::vector<Wait> waits(std::span<const Wait> from) {
    std::vector<Wait> out(from.begin(), from.end());
    for (Wait& w : out) {
      w.index = operand(w.index);
      w.value = operand(w.value);
    }
    return out;
  }
  std::vector<Update> updates(std::span<const Update> from) {
    std::vector<Update> out(from.begin(), from.end());
    for (Update& u : out) {
      u.index = operand(u.index);
      u.amount = operand(u.amount);
    }
    return out;
  }

  const Implementation& from_;
  std::vector<std::vector<Wait>> more_;
  ImplementationBuilder builder_;
};

TEST(Properties, a_wait_that_holds_anyway_changes_nothing_and_no_wait_makes_a_safe_pair_unsafe) {
  Campaign campaign(6'000, 400);
  campaign.run([&](Choices& choices) {
    const Drawn drawn = testing::draw(choices, seven_instructions());
    Implementation made = choices.below(2) == 0 ? generate_implementation(choices, drawn.program)
                                                : generate_by_hand(choices, drawn.program);
    const Posed posed(drawn.program, std::move(made), drawn.options);
    const Implementation& from = posed.implementation();
    const auto before = decided(posed);
    campaign.count_program(drawn.program, drawn.options);
    campaign.count(word(before));
    if (!before) return;

    // Every `>=` once more, of a take too: it holds whenever the statement can be taken.
    std::vector<std::vector<Wait>> again(from.tree.instruction_count());
    std::vector<Wait> all;
    for (const InstructionId i : from.tree.instructions()) {
      for (Wait w : from.waits_of(i)) {
        if (w.kind == TestKind::equal || choices.below(4) == 0) continue;
        w.kind = TestKind::at_least;
        again[i.value].push_back(w);
        if (w.index.is_none() && w.value.is_literal()) all.push_back(w);
      }
    }
    const Posed redundant(drawn.program, MoreWaits(from, again).make(), drawn.options);
    const auto after = decided(redundant);
    if (word(after) != word(before)) {
      RC_FAIL(testing::report(drawn, &from, word(before) + " becomes " + word(after) + " with waits twice"));
    }
    campaign.count("waits twice");

    // Any wait at all, where internal steps disable nothing.
    if (all.empty() || before->by != "order" || before->word == VerdictWord::unsafe) return;
    std::vector<std::vector<Wait>> more(from.tree.instruction_count());
    const auto one = [&](std::size_t n) { return choices.below(static_cast<std::uint32_t>(n)); };
    for (std::uint32_t n = 1 + choices.below(2); n > 0; --n) {
      const std::uint32_t at = one(more.size());
      more[at].push_back(all[one(all.size())]);
    }
    const Posed stricter(drawn.program, MoreWaits(from, more).make(), drawn.options);
    const auto strict = decided(stricter);
    if (strict && strict->word == VerdictWord::unsafe) {
      RC_FAIL(testing::report(drawn, &from, word(before) + " becomes unsafe with") + print(stricter.implementation()));
    }
    campaign.count("waits more");
    if (word(strict) != word(before)) campaign.count("waits more, another verdict");
  });
  campaign.expect_at_least({
      {"equivalent", 4000},
      {"refines", 290},
      {"deadlock", 1400},
      {"unsafe", 900},
      {"waits twice", 9000},
      {"waits more", 800},
      {"waits more, another verdict", 280},
  });
}

TEST(Properties, without_redundant_dependencies_an_exact_allocation_still_is_equivalent_to_the_whole_program) {
  Campaign campaign(6'000, 300);
  campaign.run([&](Choices& choices) {
    Shape shape = seven_instructions();
    shape.dependencies = 16;
    shape.engines = 4;
    shape.constant = shape.conditionals = choices.below(2) == 0;
    const Drawn drawn = testing::draw(choices, shape);
    campaign.count_program(drawn.program, drawn.options);
    RedundancyOptions options;
    options.third_engine = choices.below(4) != 0;
    std::vector<bool> removed(drawn.program.dependency_count(), false);
    for (const Redundancy& r : redundant(drawn.program, options)) removed[r.dependency.value] = true;
    const auto count = static_cast<std::uint64_t>(std::ranges::count(removed, true));
    if (count == 0) return;
    const Program less = without(drawn.program, removed);
    for (const DependencyId d : less.all_dependencies()) {
      if (!classify(less, d).exact) return;
    }
    const auto made = allocate(less, {});
    if (!made) return;
    const Posed posed(drawn.program, made->implementation, drawn.options);
    const auto verdict = posed.by_order();
    if (word(verdict) != "equivalent") {
      RC_FAIL(testing::report(drawn, &made->implementation, "is " + word(verdict)));
    }
    campaign.count("dependencies left out", count);
    campaign.count("programs with one left out");
  });
  campaign.expect_at_least({
      {"programs with one left out", 3800},
      {"dependencies left out", 15000},
      {"divergent trips", 2200},
      {"three levels", 2800},
      {"class history", 500},
      {"class two-level", 500},
  });
}

}  // namespace
}  // namespace counterpoint
