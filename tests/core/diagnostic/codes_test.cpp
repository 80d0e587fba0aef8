// Every code gives its wrong example, and none its right one.
// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic/codes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/diagnostic/diagnostic.hpp"
#include "core/program/pairing.hpp"
#include "core/text/text.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

// Examples for the parser are those without a `# run:` line; see the top of codes.def.
bool is_parsed(std::string_view example) { return !example.starts_with("# run:"); }

TEST(Codes, of_the_parser_are_given_by_their_wrong_examples_alone) {
  std::size_t run = 0;
  for (const CodeEntry& c : all_codes()) {
    if (!is_parsed(c.wrong)) continue;
    ++run;
    const auto wrong = parse(c.wrong, "wrong.cp");
    ASSERT_FALSE(wrong.has_value()) << code_text(c.code) << "\n" << c.wrong;
    EXPECT_EQ(wrong.error().size(), 1U) << code_text(c.code) << "\n" << messages(wrong.error());
    EXPECT_EQ(wrong.error().front().code, c.code) << messages(wrong.error());
    const auto right = parse(c.right, "right.cp");
    EXPECT_TRUE(right.has_value()) << code_text(c.code) << "\n" << messages(right.error());
  }
  EXPECT_GT(run, 30U);
}

// The two files of an example that starts with `# run: run p.cp --against i.cp`.
std::pair<std::string_view, std::string_view> two_files(std::string_view example) {
  constexpr std::string_view first = "# run: run p.cp --against i.cp\n# file: p.cp\n";
  constexpr std::string_view second = "# file: i.cp\n";
  EXPECT_TRUE(example.starts_with(first)) << example;
  example.remove_prefix(first.size());
  const std::size_t at = example.find(second);
  EXPECT_NE(at, std::string_view::npos) << example;
  return {example.substr(0, at), example.substr(at + second.size())};
}

TEST(Codes, of_pairing_are_given_by_their_wrong_examples_alone) {
  std::size_t run = 0;
  for (const CodeEntry& c : all_codes()) {
    if (static_cast<unsigned>(c.code) / 100 != 5) continue;
    ++run;
    const auto [p, i] = two_files(c.wrong);
    const auto wrong = pair_up(good_program(p), good_implementation(i));
    ASSERT_FALSE(wrong.has_value()) << code_text(c.code);
    EXPECT_EQ(wrong.error().size(), 1U) << messages(wrong.error());
    EXPECT_EQ(wrong.error().front().code, c.code) << messages(wrong.error());
    const auto [q, j] = two_files(c.right);
    const auto right = pair_up(good_program(q), good_implementation(j));
    EXPECT_TRUE(right.has_value()) << code_text(c.code) << messages(right.error());
  }
  EXPECT_GE(run, 4U);
}

TEST(Codes, say_where_and_what_was_expected_or_found) {
  for (const CodeEntry& c : all_codes()) {
    if (!is_parsed(c.wrong)) continue;
    const auto wrong = parse(c.wrong, "wrong.cp");
    ASSERT_FALSE(wrong.has_value());
    for (const Diagnostic& d : wrong.error()) {
      EXPECT_TRUE(d.position.line > 0 || !d.place.empty()) << to_string(d);
      EXPECT_FALSE(d.expected.empty() && d.found.empty()) << to_string(d);
      EXPECT_LE(d.found.size(), 80U) << to_string(d);
    }
  }
}

TEST(Codes, have_one_line_of_meaning_a_severity_and_a_name_each) {
  std::set<std::string_view> names;
  for (const CodeEntry& c : all_codes()) {
    EXPECT_EQ(c.meaning.find('\n'), std::string_view::npos) << code_text(c.code);
    EXPECT_FALSE(c.meaning.empty()) << code_text(c.code);
    EXPECT_TRUE(c.severity == "error" || c.severity == "refusal" || c.severity == "warning") << code_text(c.code);
    EXPECT_TRUE(names.insert(c.name).second) << c.name;
    EXPECT_FALSE(c.wrong.empty()) << code_text(c.code);
    EXPECT_FALSE(c.right.empty()) << code_text(c.code);
    EXPECT_EQ(is_parsed(c.wrong), is_parsed(c.right)) << code_text(c.code);
  }
}

}  // namespace
}  // namespace counterpoint
