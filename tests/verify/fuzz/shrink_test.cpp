// What fails is made small, keeps failing, and is saved in a form that shows it again.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/shrink.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/verify/fuzz/wrong_subjects.hpp"
#include "verify/fuzz/edits.hpp"
#include "verify/fuzz/saved.hpp"

namespace counterpoint::fuzzing {
namespace {

const OracleEntry& oracle_called(std::string_view name) {
  return *std::ranges::find(all_oracles(), name, &OracleEntry::name);
}

bool fails(const Case& c, const OracleEntry& oracle, const Subject& subject) {
  const Limits limits;
  Examination examination(c, subject, limits);
  return ask(oracle, examination).said == Said::fails;
}

// The first cases of seed 1 that fail.
std::vector<Case> failing_cases(const OracleEntry& oracle, const Subject& subject, std::size_t count) {
  std::vector<Case> found;
  for (std::uint64_t index = 0; index < 400 && found.size() < count; ++index) {
    Case c = draw_case(1, index, subject);
    if (fails(c, oracle, subject)) found.push_back(std::move(c));
  }
  EXPECT_EQ(found.size(), count) << oracle.name;
  return found;
}

std::string saved_text(const Case& c, std::string_view oracle) {
  SavedCase saved;
  saved.content = c;
  saved.oracle = oracle;
  return save(saved);
}

void expect_small(std::string_view name, const Subject& subject) {
  const OracleEntry& oracle = oracle_called(name);
  for (const Case& c : failing_cases(oracle, subject, 4)) {
    const Shrunk small = shrink(c, oracle, subject, {});
    const std::string text = saved_text(small.smallest, name);
    EXPECT_TRUE(small.fixpoint);
    EXPECT_LE(small.smallest.program.tree.instruction_count(), 3U) << text;
    EXPECT_LE(small.smallest.program.tree.engine_count(), 2U) << text;
    EXPECT_LE(size_of(small.smallest), size_of(c));
    EXPECT_TRUE(fails(small.smallest, oracle, subject)) << text;
    // The right functions pass what the wrong ones fail.
    EXPECT_FALSE(fails(small.smallest, oracle, this_version())) << text;
    // What was saved is the failure itself.
    const auto again = read_saved(text, "saved");
    ASSERT_TRUE(again.has_value()) << to_string(again.error().front()) << "\n" << text;
    EXPECT_TRUE(fails(again->content, oracle, subject)) << text;
    EXPECT_EQ(saved_text(again->content, name), text);
  }
}

TEST(Shrink, a_threshold_that_is_too_low_comes_down_to_three_instructions) {
  expect_small("exact", allocates_one_too_low());
}
TEST(Shrink, a_deadlock_that_is_not_seen_comes_down_to_three_instructions) { expect_small("runs", sees_no_deadlock()); }
TEST(Shrink, a_broken_invariant_comes_down_to_three_instructions) {
  expect_small("engines", throws_at_two_dependencies());
}

TEST(Shrink, what_is_smallest_fails_in_no_smaller_version_and_is_the_same_every_time) {
  const Subject subject = sees_no_deadlock();
  const OracleEntry& oracle = oracle_called("runs");
  for (const Case& c : failing_cases(oracle, subject, 3)) {
    const Shrunk small = shrink(c, oracle, subject, {});
    EXPECT_EQ(saved_text(shrink(c, oracle, subject, {}).smallest, "runs"), saved_text(small.smallest, "runs"));
    const Draft draft = draft_of(small.smallest);
    for (const EditEntry& edit : all_edits()) {
      for (std::size_t n = 0;; ++n) {
        const auto edited = edit.make(draft, n);
        if (!edited) break;
        const auto smaller = case_of(*edited);
        if (!smaller || !(size_of(*smaller) < size_of(small.smallest))) continue;
        EXPECT_FALSE(fails(*smaller, oracle, subject)) << edit.name << " " << n;
      }
    }
  }
}

TEST(Shrink, a_budget_that_is_used_up_leaves_a_case_that_fails) {
  const Subject subject = sees_no_deadlock();
  const OracleEntry& oracle = oracle_called("runs");
  const Case c = failing_cases(oracle, subject, 1).front();
  const Shrunk small = shrink(c, oracle, subject, {}, 5);
  EXPECT_FALSE(small.fixpoint);
  EXPECT_LE(small.evaluations, 5U);
  EXPECT_TRUE(fails(small.smallest, oracle, subject));
}

// 400 cases of the distribution of case.hpp.
TEST(Outline, taking_a_text_apart_and_putting_it_together_changes_nothing) {
  const Subject subject = this_version();
  for (std::uint64_t index = 0; index < 400; ++index) {
    const Case c = draw_case(2, index, subject);
    const auto program = parse_program(text_of(outline_of(print(c.program))), "program");
    ASSERT_TRUE(program && same_program(*program, c.program)) << print(c.program);
    if (!c.by_hand) continue;
    const auto hand = parse_implementation(text_of(outline_of(print(*c.by_hand))), "implementation");
    ASSERT_TRUE(hand && same_implementation(*hand, *c.by_hand)) << print(*c.by_hand);
  }
}

TEST(Saved, what_is_saved_reads_as_the_same_case) {
  const Subject subject = this_version();
  for (std::uint64_t index = 0; index < 400; ++index) {
    const Case c = draw_case(4, index, subject);
    const std::string text = saved_text(c, "engines");
    const auto read = read_saved(text, "saved");
    ASSERT_TRUE(read.has_value()) << to_string(read.error().front()) << "\n" << text;
    EXPECT_TRUE(same_program(read->content.program, c.program));
    EXPECT_EQ(read->content.by_hand.has_value(), c.by_hand.has_value());
    EXPECT_EQ(read->content.trips, c.trips);
    EXPECT_EQ(read->content.window, c.window);
    EXPECT_EQ(read->content.width, c.width);
    EXPECT_EQ(read->content.compare, c.compare);
    EXPECT_EQ(saved_text(read->content, "engines"), text);
  }
}

// The line and the message of the only error.
std::string error_in(std::string_view text) {
  const auto read = read_saved(text, "saved");
  return read ? "none" : std::to_string(read.error().front().position.line) + ": " + read.error().front().message;
}

TEST(Saved, errors_say_in_which_line_of_the_file_they_are) {
  const std::string good =
      "# why\n#--- case\noracle exact\nscheme per-loop\n#--- program.cp\nprogram p\nengine e\ne: x\n";
  EXPECT_EQ(error_in(good), "none");
  const auto with = [&](std::string_view what, std::string_view by) {
    std::string text = good;
    return error_in(text.replace(text.find(what), what.size(), by));
  };
  EXPECT_EQ(with("scheme per-loop", "scheme per-lop"), "4: an unknown word");
  EXPECT_EQ(with("oracle exact", "orakel exact"), "3: an unknown word in the part 'case'");
  EXPECT_EQ(with("oracle exact", "width 65"), "3: a number is out of bounds");
  EXPECT_EQ(with("scheme per-loop", ""), "3: a case has either a part '#--- implementation.cp' or a scheme");
  EXPECT_TRUE(with("oracle exact", "trips L=2").starts_with("3: "));
  EXPECT_TRUE(with("e: x", "f: x").starts_with("8: "));
  EXPECT_EQ(with("#--- case", ""), "1: this is no saved case");
}

}  // namespace
}  // namespace counterpoint::fuzzing
