// What is written into JSON, SVG and HTML cannot leave its place; addresses and rules are right.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/findings.hpp"
#include "report/json_writer.hpp"
#include "report/sarif.hpp"
#include "report/svg.hpp"

namespace counterpoint::report {
namespace {

TEST(Markup, text_is_escaped_in_elements_and_attributes) {
  EXPECT_EQ(escaped("a<b> & \"c\" 'd'"), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
  EXPECT_EQ(escaped("\xff\x01\xc3\xa9"), "\xef\xbf\xbd\xef\xbf\xbd\xc3\xa9");
}

TEST(Markup, coordinates_are_whole_or_half) {
  EXPECT_EQ(coordinate(12), "12");
  EXPECT_EQ(coordinate(12.26), "12.5");
  EXPECT_EQ(coordinate(-0.5), "-0.5");
  EXPECT_EQ(coordinate(0.2), "0");
}

TEST(Markup, a_document_written_piece_by_piece_is_the_one_that_was_meant) {
  for (const bool indented : {true, false}) {
    JsonWriter out(indented);
    out.begin_object();
    out.member("text", "a\"b\n</script>");
    out.member("number", 18446744073709551615ULL);
    out.member("negative", -3);
    out.member("truth", true);
    out.member_if("left out", "");
    out.key("list");
    out.begin_array();
    out.value(1);
    out.begin_array();
    out.end_array();
    out.begin_object();
    out.end_object();
    out.end_array();
    out.end_object();
    const auto json = nlohmann::ordered_json::parse(out.finish());
    EXPECT_EQ(
        json.dump(),
        R"({"text":"a\"b\n</script>","number":18446744073709551615,"negative":-3,"truth":true,"list":[1,[],{}]})");
  }
}

TEST(Markup, a_file_name_becomes_an_address_that_names_it) {
  EXPECT_EQ(uri_of("examples/a b.cp"), "examples/a%20b.cp");
  EXPECT_EQ(uri_of("/tmp/x#1.cp"), "file:///tmp/x%231.cp");
  EXPECT_EQ(uri_of("100%.cp"), "100%25.cp");
}

TEST(Markup, every_verdict_that_is_not_good_has_a_rule_and_no_good_one_has) {
  EXPECT_EQ(rule_of(VerdictWord::equivalent, ""), nullptr);
  EXPECT_EQ(rule_of(VerdictWord::clean, ""), nullptr);
  EXPECT_EQ(rule_of(VerdictWord::deadlock, "stuck")->id(), "deadlock");
  EXPECT_EQ(rule_of(VerdictWord::undecided, "bound")->id(), "undecided");
  EXPECT_EQ(rule_of(VerdictWord::refines, "")->id(), "refines");
  for (const FaultKind k : {FaultKind::double_set, FaultKind::overflow, FaultKind::index, FaultKind::division}) {
    ASSERT_NE(rule_of(VerdictWord::unsafe, fault_name(k)), nullptr) << fault_name(k);
  }
}

}  // namespace
}  // namespace counterpoint::report
