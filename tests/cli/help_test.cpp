// The renderings of the table of options.
// SPDX-License-Identifier: Apache-2.0
#include "cli/help.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "cli/completion.hpp"
#include "report/machine.hpp"

namespace counterpoint::cli {
namespace {

using testing::HasSubstr;

TEST(Options, every_entry_belongs_to_commands_that_exist) {
  for (const OptionEntry& o : all_options()) {
    std::istringstream commands{std::string(o.commands)};
    for (std::string name; commands >> name;) EXPECT_NE(find_command(name), nullptr) << "--" << o.name << ": " << name;
  }
}

TEST(Options, no_command_has_a_name_or_a_letter_twice) {
  for (const CommandEntry& c : all_commands()) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const OptionEntry* o : options_of(c)) {
      EXPECT_TRUE(names.insert(o->name).second) << c.name << " --" << o->name;
      if (o->letter != 0) {
        EXPECT_TRUE(letters.insert(o->letter).second) << c.name << " -" << o->letter;
      }
    }
  }
}

TEST(Options, every_option_with_a_value_names_it_and_standard_words_are_allowed_words) {
  for (const OptionEntry& o : all_options()) {
    EXPECT_EQ(o.value == Value::nothing, o.value_name.empty()) << o.name;
    EXPECT_EQ(o.value == Value::word, o.words != nullptr) << o.name;
    if (o.words != nullptr && !o.standard.empty()) {
      EXPECT_EQ(std::ranges::count(word_names(o), o.standard), 1) << o.name;
    }
    EXPECT_FALSE(o.help.empty() || o.help.ends_with('.')) << o.name;
  }
}

TEST(Help, every_rendering_has_every_command_option_and_exit_code) {
  for (const CommandEntry& c : all_commands()) {
    EXPECT_THAT(help_text(), HasSubstr(std::string(c.summary).substr(0, 20)));
    // A hyphen that is none for breaking lines is written `\\-` in a manual page.
    std::string in_roff(c.name);
    for (std::size_t at = in_roff.find('-'); at != std::string::npos; at = in_roff.find('-', at + 2)) {
      in_roff.insert(at, 1, '\\');
    }
    EXPECT_THAT(manual_page(), HasSubstr(".SS counterpoint " + in_roff));
    EXPECT_THAT(markdown(), HasSubstr("## " + std::string(c.name)));
    EXPECT_THAT(bash_completion(), HasSubstr("      " + std::string(c.name) + ") COMPREPLY"));
    for (const OptionEntry* o : options_of(c)) {
      EXPECT_THAT(help_text(c), HasSubstr("--" + std::string(o->name)));
      EXPECT_THAT(markdown(), HasSubstr("--" + std::string(o->name)));
    }
  }
  for (const ExitEntry& e : all_exits()) {
    EXPECT_THAT(markdown(),
                HasSubstr("| " + std::to_string(static_cast<int>(e.code)) + " | " + std::string(e.meaning)));
  }
}

TEST(Help, no_line_is_wider_than_a_terminal_of_100_columns) {
  std::istringstream lines{help_text()};
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  for (const CommandEntry& c : all_commands()) {
    std::istringstream more{help_text(c)};
    for (std::string line; std::getline(more, line);) EXPECT_LE(line.size(), 100U) << line;
  }
}

TEST(Help, the_page_in_docs_is_what_the_table_says) {
  std::ifstream file(COUNTERPOINT_SOURCE_DIR "/docs/command.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(text.str() == markdown()) << "write it again: counterpoint help --markdown -o docs/command.md";
}

TEST(Help, the_page_about_machines_holds_the_table_of_parameters) {
  std::ifstream file(COUNTERPOINT_SOURCE_DIR "/docs/machines.md");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_THAT(text.str(), HasSubstr(report::markdown_parameters()))
      << "its table is what `counterpoint help machines --markdown` prints";
}

}  // namespace
}  // namespace counterpoint::cli
