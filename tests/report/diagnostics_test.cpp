// Messages with the source line they point into.
// SPDX-License-Identifier: Apache-2.0
#include "report/diagnostics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace counterpoint::report {
namespace {

using testing::HasSubstr;
using testing::Not;

Diagnostic at(std::uint32_t line, std::uint32_t column) {
  Diagnostic d = diagnose(Code::unexpected_character, {line, column}, "no token starts so");
  d.file = "f.cp";
  return d;
}

TEST(Diagnostics, the_caret_stands_below_the_column_named) {
  EXPECT_EQ(render({at(2, 4)}, "program p\nab $\n", false),
            "f.cp:2:4: error[CP0101]: no token starts so\n    2 | ab $\n      |    ^\n");
}

TEST(Diagnostics, a_tab_or_a_wide_character_before_the_column_keeps_the_caret_in_place) {
  EXPECT_THAT(render({at(1, 2)}, "\t$", false), HasSubstr("| \t^\n"));
  EXPECT_THAT(render({at(1, 3)}, "\xc3\xa9$", false), HasSubstr("|  ^\n"));
}

TEST(Diagnostics, the_end_of_the_file_and_lines_out_of_order_are_found) {
  const std::string out = render({at(3, 2), at(1, 1), at(9, 1)}, "one\ntwo\n3", false);
  EXPECT_THAT(out, HasSubstr("    3 | 3\n      |  ^\n"));
  EXPECT_THAT(out, HasSubstr("    1 | one\n      | ^\n"));
  EXPECT_THAT(out, Not(HasSubstr("    9 |")));
}

TEST(Diagnostics, a_line_that_is_binary_or_very_long_is_not_echoed) {
  EXPECT_THAT(render({at(1, 1)}, "a\x01\x02secret", false), Not(HasSubstr("secret")));
  EXPECT_THAT(render({at(1, 1)}, std::string(5000, 's'), false), Not(HasSubstr("sss")));
}

TEST(Diagnostics, help_comes_after_the_source_line) {
  Diagnostic d = at(1, 1);
  d.help = "write a name";
  EXPECT_THAT(render({d}, "$", false), HasSubstr("      | ^\n  help: write a name\n"));
}

TEST(Diagnostics, colours_come_only_when_asked_for) {
  EXPECT_THAT(render({at(1, 1)}, "$", false), Not(HasSubstr("\x1b")));
  EXPECT_THAT(render({at(1, 1)}, "$", true), HasSubstr("\x1b[1;31merror[CP0101]:\x1b[0m"));
}

}  // namespace
}  // namespace counterpoint::report
