// The table of what each option of `lower` goes with.
// SPDX-License-Identifier: Apache-2.0
#include "cli/lower_modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "cli/failure.hpp"

namespace counterpoint::cli {
namespace {

Arguments read_words(const std::vector<std::string>& words) {
  auto arguments = read_arguments(words);
  EXPECT_TRUE(arguments.has_value()) << arguments.error().message;
  return *arguments;
}

// A value that the option takes.
std::string value_of(const OptionEntry& option) {
  if (option.value == Value::word) return std::string(word_names(option).front());
  return option.value == Value::number ? "1" : "x";
}

// An option without a rule would be an internal error where it is given, with whatever else.
TEST(LowerModes, every_option_of_the_command_has_a_rule) {
  const CommandEntry& lower = *find_command("lower");
  std::size_t options = 0;
  for (const OptionEntry* o : options_of(lower)) {
    if (!own(*o)) continue;
    ++options;
    for (const std::vector<std::string>& others :
         {std::vector<std::string>{"p.cp"}, {"--from", "x"}, {"p.cp", "--check"}, {"p.cp", "--simulate", "late"}}) {
      std::vector<std::string> words = {"lower"};
      words.insert(words.end(), others.begin(), others.end());
      const std::string word = "--" + std::string(o->name);
      if (std::find(words.begin(), words.end(), word) != words.end()) continue;
      words.push_back(word);
      if (o->value != Value::nothing) words.push_back(value_of(*o));
      try {
        [[maybe_unused]] const LowerMode mode = read_lower_mode(read_words(words));
      } catch (const Failure& failure) {
        EXPECT_EQ(failure.code(), Exit::usage);
        EXPECT_FALSE(failure.message().empty());
      }
    }
  }
  EXPECT_GT(options, 30U);
}

TEST(LowerModes, are_told_by_what_is_asked_for) {
  EXPECT_EQ(read_lower_mode(read_words({"lower", "p.cp"})), LowerMode::write);
  EXPECT_EQ(read_lower_mode(read_words({"lower", "p.cp", "i.cp", "--check"})), LowerMode::check);
  EXPECT_EQ(read_lower_mode(read_words({"lower", "--from", "x", "--check", "p.cp"})), LowerMode::check);
  EXPECT_EQ(read_lower_mode(read_words({"lower", "--from", "x", "--simulate", "late"})), LowerMode::simulate);
  EXPECT_EQ(read_lower_mode(read_words({"lower", "--from", "x", "--replay", "t"})), LowerMode::replay);
  EXPECT_EQ(read_lower_mode(read_words({"lower", "--from", "x", "--verify"})), LowerMode::verify);
}

}  // namespace
}  // namespace counterpoint::cli
