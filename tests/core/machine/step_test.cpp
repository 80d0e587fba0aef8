// Tests of the text form of steps.
// SPDX-License-Identifier: Apache-2.0
#include "core/machine/step.hpp"

#include <gtest/gtest.h>

#include "core/text/text.hpp"

namespace counterpoint {
namespace {

const Program& program() {
  static const Program p = *parse_program(
      "program p\nengine act pe\npe: cnt\nloop kv trips dynamic after cnt {\n  act: exp\n}\nact: y\n", "test");
  return p;
}

TEST(Trace, reads_back_what_it_writes) {
  const std::string text =
      "issue pe cnt\ncommit pe cnt 0\nretire pe cnt\nvisit act kv\ninternal pe\ninternal act retire\ncommit act exp "
      "12\nend act\n";
  std::vector<std::uint32_t> lines;
  const auto steps = parse_trace(program().tree, text, &lines);
  ASSERT_TRUE(steps.has_value());
  std::string again;
  for (const Step& s : *steps) again += to_text(program().tree, s) + "\n";
  EXPECT_EQ(again, text);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST(Trace, skips_comments_blanks_and_carriage_returns) {
  std::vector<std::uint32_t> lines;
  const auto steps = parse_trace(program().tree, "# a run\n\n  issue\tpe  cnt # first\r\ncommit pe cnt", &lines);
  ASSERT_TRUE(steps.has_value());
  ASSERT_EQ(steps->size(), 2U);
  EXPECT_EQ((*steps)[1].ordinal, 0U);
  EXPECT_EQ(lines, (std::vector<std::uint32_t>{3, 4}));
}

TEST(Trace, reports_every_bad_line_with_its_place_and_the_nearest_name) {
  const auto steps =
      parse_trace(program().tree,
                  "isue pe cnt\nissue pee cnt\nissue pe ctn\nissue act cnt\nvisit pe vk\n"
                  "commit pe cnt x\nend pe now\nissue pe\nissue\ninternal pe retir\ncommit pe cnt 0 1\n");
  ASSERT_FALSE(steps.has_value());
  std::vector<std::string> found;
  for (const Diagnostic& d : steps.error()) {
    found.push_back(std::to_string(d.position.line) + ":" + std::to_string(d.position.column) + " " +
                    std::string(code_text(d.code)) + " " + d.nearest);
  }
  EXPECT_EQ(found, (std::vector<std::string>{"1:1 CP0720 issue", "2:7 CP0721 pe", "3:10 CP0722 cnt", "4:11 CP0722 ",
                                             "5:10 CP0722 kv", "6:15 CP0720 ", "7:8 CP0720 ", "8:1 CP0720 ",
                                             "9:1 CP0720 ", "10:13 CP0720 retire", "11:17 CP0720 "}));
}

TEST(Trace, stops_after_a_hundred_errors) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "nonsense\n";
  const auto steps = parse_trace(program().tree, text);
  ASSERT_FALSE(steps.has_value());
  EXPECT_EQ(steps.error().size(), 100U);
}

}  // namespace
}  // namespace counterpoint
