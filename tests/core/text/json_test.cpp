// The JSON form: there and back, places of errors, and documents that are none.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "core/text/text.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

using testing::HasSubstr;

std::string document(std::string_view kind, std::string_view body) {
  return "{\"schema\": \"counterpoint/1\", \"" + std::string(kind) +
         "\": \"p\", \"engines\": [{\"name\": \"e\"}], \"buffers\": [{\"name\": \"b\", \"slots\": 2}], \"body\": [" +
         std::string(body) + "]}";
}

Diagnostics errors_of(std::string_view text) {
  auto result = parse(text, "p.json");
  EXPECT_FALSE(result.has_value()) << text;
  return result ? Diagnostics{} : result.error();
}

TEST(Json, keeps_a_program) {
  const Program p = good_program(
      "program p unit ps engine a b inorder buffer t slots 3 in ub bytes 32 at 0\n"
      "buffer u slots 1 at 9007199254740990 bytes 1 buffer v slots 1 in gm\n"
      "loop q trips 16 {\n"
      "  loop kv trips dynamic after x, y@q-1@* {\n"
      "    a: x after x@q-1@kv+2, y cost 0 interval 3 transfer 9223372036854775807 op mul reads t[kv-1], t[2] writes "
      "t[q]\n"
      "    if c divergent { b: z } else { if d { } else { b: w } }\n"
      "  }\n"
      "  b: y\n"
      "}\n"
      "loop empty trips divergent { }\n");
  const std::string json = print_json(p);
  const auto back = parse_program(json, "p.json");
  ASSERT_TRUE(back.has_value()) << messages(back.error()) << json;
  EXPECT_TRUE(same_program(p, *back)) << json;
  EXPECT_EQ(print_json(*back), json);
}

TEST(Json, keeps_an_implementation) {
  const Implementation i = good_implementation(
      "implementation p scheme per-loop engine a b semaphore s u[2] = -7 flag f = 1 g[3]\n"
      "a: r := -5\n"
      "a: r := r + 1 a: r := 1 - r a: r := r * r a: r := r mod 3 a: r := r div 3\n"
      "a: r := gt(r, 1) a: r := min(r, 9223372036854775807) a: r := max(-9223372036854775808, r)\n"
      "a: x wait s >= r, u[r] == -1 take g[0] >= 1 wait s >= 2 signal s += 1, u[1] -= 2 at issue, f := 0\n"
      "a: wait s >= 1 take f >= 1 a: signal s := -3, f += 1 at retire a: fence\n"
      "barrier loop l trips 2 { barrier reset }\n");
  const std::string json = print_json(i);
  const auto back = parse_implementation(json, "i.json");
  ASSERT_TRUE(back.has_value()) << messages(back.error()) << json;
  EXPECT_TRUE(same_implementation(i, *back)) << json;
  EXPECT_EQ(print_json(*back), json);
}

TEST(Json, places_errors_by_pointer_and_reports_all_of_them) {
  const Diagnostics errors = errors_of(document(
      "program", R"({"engine": "e", "instruction": "x", "cost": "1"}, {"engine": "f", "instruction": "y"},)"
                 R"({"loop": "l", "trips": 2, "body": [{"engine": "e", "instruction": "z", "cots": 1,)"
                 R"( "after": [{"producer": "x"}, {"producer": "w"}], "reads": [{"buffer": "b", "slot": 7}]}, 3]})"));
  std::vector<std::pair<Code, std::string>> found;
  for (const Diagnostic& d : errors) found.emplace_back(d.code, d.place);
  std::ranges::sort(found);
  const std::vector<std::pair<Code, std::string>> expected = {
      {Code::unknown_engine, "/body/1/engine"},
      {Code::unknown_producer, "/body/2/body/0/after/1/producer"},
      {Code::slot_out_of_range, "/body/2/body/0/reads/0/slot"},
      {Code::json_kind, "/body/0/cost"},
      {Code::json_kind, "/body/2/body/1"},
      {Code::json_unknown_key, "/body/2/body/0/cots"},
  };
  EXPECT_EQ(found, expected) << messages(errors);
}

TEST(Json, says_where_the_other_of_two_is) {
  const Diagnostics errors =
      errors_of(document("program", R"({"engine": "e", "instruction": "x"}, {"engine": "e", "instruction": "x"})"));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.front().code, Code::duplicate_instruction);
  EXPECT_EQ(errors.front().place, "/body/1/instruction");
  EXPECT_THAT(errors.front().help, HasSubstr("at /body/0/instruction"));
}

TEST(Json, does_not_let_a_text_become_more_than_a_name) {
  for (const std::string_view name :
       {"x after y", "x\\ne: y", "loop", "", "3", "x cost 3", "x#", "x\\u0000", "\xc3\xa9"}) {
    const Diagnostics errors =
        errors_of(document("program", "{\"engine\": \"e\", \"instruction\": \"" + std::string(name) + "\"}"));
    EXPECT_EQ(errors.size(), 1U) << name << messages(errors);
    EXPECT_EQ(errors.front().place, "/body/0/instruction") << name;
  }
}

TEST(Json, that_is_broken_or_another_document_is_one_error) {
  for (const std::string_view text :
       {"{", "{]", "{\"schema\": }", "{\"schema\": \"counterpoint/1\"", "{\"a\": {\"b\": [1, 2, 3]}, \"c\": 4}", "{}",
        "{\"schema\": 1}", "{\"schema\": \"counterpoint/1\"}", "{} {}", "{\"a\": \"\xff\"}"}) {
    const Diagnostics errors = errors_of(text);
    ASSERT_EQ(errors.size(), 1U) << text << messages(errors);
    EXPECT_TRUE(errors.front().code == Code::json_syntax || errors.front().code == Code::json_schema ||
                errors.front().code == Code::json_item)
        << messages(errors);
  }
}

TEST(Json, nested_without_end_is_refused_without_a_deep_stack) {
  const std::string deep(1000000, '[');
  const Diagnostics errors = errors_of("{\"body\": " + deep);
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.front().code, Code::nesting_too_deep);
  EXPECT_LE(to_string(errors.front()).size(), 300U);
}

TEST(Json, takes_a_thousand_scopes_in_each_other_and_no_more) {
  const auto nested = [](int depth) {
    std::string open;
    std::string close;
    for (int i = 0; i < depth; ++i) {
      open += "{\"loop\": \"l" + std::to_string(i) + "\", \"trips\": 2, \"body\": [";
      close += "]}";
    }
    return document("program", open + R"({"engine": "e", "instruction": "x", "after": [{"producer": "x"}]})" + close);
  };
  const auto thousand = parse_program(nested(1000), "p.json");
  ASSERT_TRUE(thousand.has_value()) << messages(thousand.error());
  const auto back = parse_program(print_json(*thousand), "p.json");
  ASSERT_TRUE(back.has_value());
  EXPECT_TRUE(same_program(*thousand, *back));
  const Diagnostics errors = errors_of(nested(1001));
  ASSERT_EQ(errors.size(), 1U) << messages(errors);
  EXPECT_EQ(errors.front().code, Code::nesting_too_deep);
}

TEST(Json, keeps_integers_to_the_last_bit_and_refuses_larger_ones) {
  const auto with_cost = [](std::string_view cost) {
    return document("program", "{\"engine\": \"e\", \"instruction\": \"x\", \"cost\": " + std::string(cost) + "}");
  };
  const auto largest = parse_program(with_cost("9223372036854775807"), "p.json");
  ASSERT_TRUE(largest.has_value());
  EXPECT_EQ(largest->tree.timing(InstructionId{std::size_t{0}}).cost, 9223372036854775807U);
  for (const std::string_view cost : {"9223372036854775808", "18446744073709551616", "-9223372036854775809"}) {
    const Diagnostics errors = errors_of(with_cost(cost));
    ASSERT_EQ(errors.size(), 1U) << messages(errors);
    EXPECT_EQ(errors.front().code, Code::number_too_large) << cost;
  }
  for (const std::string_view cost : {"1.0", "1e3", "null", "\"3\""}) {
    EXPECT_EQ(errors_of(with_cost(cost)).front().code, Code::json_kind) << cost;
  }
  EXPECT_EQ(errors_of(with_cost("-1")).front().code, Code::unexpected_token);
}

}  // namespace
}  // namespace counterpoint
