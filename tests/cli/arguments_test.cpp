// The words of a command line against the table of options.
// SPDX-License-Identifier: Apache-2.0
#include "cli/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace counterpoint::cli {
namespace {

using testing::HasSubstr;

std::string message(const std::vector<std::string>& words) {
  const auto arguments = read_arguments(words);
  return arguments ? "" : arguments.error().message;
}

TEST(Arguments, a_misspelled_command_is_answered_with_the_nearest_one) {
  EXPECT_THAT(message({"explian", "x"}), HasSubstr("unknown command 'explian'; did you mean 'explain'?"));
}

TEST(Arguments, a_misspelled_option_is_not_taken_for_an_operand) {
  EXPECT_THAT(message({"explain", "--verbos", "CP0101"}), HasSubstr("did you mean '--verbose'?"));
  EXPECT_THAT(message({"explain", "-x", "CP0101"}), HasSubstr("unknown option '-x'"));
}

TEST(Arguments, an_option_of_another_command_is_named_so) {
  EXPECT_THAT(message({"version", "--man"}), HasSubstr("'--man' is an option of 'help', not of 'version'"));
}

TEST(Arguments, a_wrong_word_is_answered_with_the_allowed_ones_and_the_nearest) {
  EXPECT_THAT(message({"version", "--format", "jsn"}),
              HasSubstr("'--format' takes one of text, json, not 'jsn'; did you mean 'json'?"));
}

TEST(Arguments, what_is_missing_doubled_or_too_much_is_said) {
  EXPECT_THAT(message({}), HasSubstr("a command is missing"));
  EXPECT_THAT(message({"version", "--format"}), HasSubstr("'--format' needs a value"));
  EXPECT_THAT(message({"version", "--format", "json", "--format", "text"}), HasSubstr("given twice"));
  EXPECT_THAT(message({"version", "--quiet=yes"}), HasSubstr("takes no value"));
  EXPECT_THAT(message({"completion"}), HasSubstr("'completion' needs bash | zsh"));
  EXPECT_THAT(message({"version", "file"}), HasSubstr("'file' is one word too many"));
}

TEST(Arguments, long_short_attached_and_grouped_spellings_say_the_same) {
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
           {"help", "-o", "f", "-q", "-v"}, {"help", "-qv", "--output=f"}, {"help", "-qvof"}, {"help", "-vqo", "f"}}) {
    const auto arguments = read_arguments(words);
    ASSERT_TRUE(arguments) << arguments.error().message;
    EXPECT_TRUE(arguments->given("quiet") && arguments->given("verbose"));
    EXPECT_EQ(arguments->value("output"), "f");
    EXPECT_TRUE(arguments->operands.empty());
  }
}

TEST(Arguments, after_two_dashes_every_word_is_an_operand_and_one_dash_is_one_too) {
  const auto dashes = read_arguments(std::vector<std::string>{"explain", "--", "--man"});
  ASSERT_TRUE(dashes) << dashes.error().message;
  EXPECT_EQ(dashes->operands, std::vector<std::string>{"--man"});
  const auto dash = read_arguments(std::vector<std::string>{"explain", "-"});
  ASSERT_TRUE(dash) << dash.error().message;
  EXPECT_EQ(dash->operands, std::vector<std::string>{"-"});
}

TEST(Arguments, an_option_not_given_has_the_standard_value_of_the_table) {
  const auto arguments = read_arguments(std::vector<std::string>{"version"});
  ASSERT_TRUE(arguments);
  EXPECT_EQ(arguments->value("format"), "text");
  EXPECT_FALSE(arguments->given("format"));
}

TEST(Arguments, help_wins_over_whatever_is_missing) {
  for (const std::string word : {"--help", "-h"}) {
    const auto arguments = read_arguments(std::vector<std::string>{"explain", word});
    ASSERT_TRUE(arguments);
    EXPECT_TRUE(arguments->help);
  }
}

}  // namespace
}  // namespace counterpoint::cli
