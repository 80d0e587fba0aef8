// Messages: their one-line form, the nearest name, excerpts.
// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic/diagnostic.hpp"

#include <gtest/gtest.h>

#include <string>

namespace counterpoint {
namespace {

TEST(Diagnostic, says_place_severity_code_and_what_would_be_right_in_one_line) {
  Diagnostic d = diagnose(Code::unknown_engine, {3, 7}, "there is no such engine");
  EXPECT_EQ(d.severity, Severity::error);
  EXPECT_EQ(to_string(d), "3:7: error[CP0201]: there is no such engine");
  d.file = "a.cp";
  d.expected = "an engine";
  d.found = "'x'";
  d.nearest = "y";
  EXPECT_EQ(to_string(d),
            "a.cp:3:7: error[CP0201]: there is no such engine (expected an engine, found 'x'); did you mean 'y'?");
  d.found.clear();
  d.help = "do";
  EXPECT_EQ(to_string(d),
            "a.cp:3:7: error[CP0201]: there is no such engine (expected an engine); did you mean 'y'?\n  help: do");
  d.position = {};
  d.place = "/body/0";
  d.expected.clear();
  d.nearest.clear();
  d.help.clear();
  EXPECT_EQ(to_string(d), "a.cp:/body/0: error[CP0201]: there is no such engine");
}

TEST(Diagnostic, takes_the_severity_from_the_table) {
  EXPECT_EQ(diagnose(Code::count_in_the_future, {}, "").severity, Severity::refusal);
  EXPECT_EQ(diagnose(Code::over_waits, {}, "").severity, Severity::warning);
}

TEST(NearestName, is_the_one_with_the_fewest_changes_and_the_first_of_those) {
  EXPECT_EQ(nearest_name("laod", {"store", "load", "loud"}), "load");
  EXPECT_EQ(nearest_name("dynamc", {"divergent", "dynamic"}), "dynamic");
  EXPECT_EQ(nearest_name("kv1", {"kv2", "kv3"}), "kv2");
  EXPECT_EQ(nearest_name("e", {"f"}), "f");
}

TEST(NearestName, is_none_if_nothing_is_near) {
  EXPECT_EQ(nearest_name("load", {"store", "barrier"}), "");
  EXPECT_EQ(nearest_name("load", {}), "");
  EXPECT_EQ(nearest_name("", {"a"}), "");
  EXPECT_EQ(nearest_name(std::string(1000, 'a'), {std::string_view("a")}), "");
}

TEST(Excerpt, is_short_and_printable) {
  EXPECT_EQ(excerpt("abc"), "abc");
  EXPECT_EQ(excerpt(std::string(40, 'x')), std::string(40, 'x'));
  EXPECT_EQ(excerpt(std::string(41, 'x')), std::string(40, 'x') + "...");
  EXPECT_EQ(excerpt("a\nb\x7f\xff"), "a?b??");
}

}  // namespace
}  // namespace counterpoint
