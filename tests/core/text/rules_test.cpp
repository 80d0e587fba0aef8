// What the language forbids, and what it allows although it looks odd.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/text/text.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

struct Expected {
  std::string_view text;
  Code code;
  Position position;
};

void expect_one(const Expected& e) {
  const auto result = parse(e.text, "p.cp");
  ASSERT_FALSE(result.has_value()) << e.text;
  ASSERT_EQ(result.error().size(), 1U) << e.text << "\n" << messages(result.error());
  const Diagnostic& d = result.error().front();
  EXPECT_EQ(d.code, e.code) << to_string(d) << "\n" << e.text;
  EXPECT_EQ(d.position, e.position) << to_string(d) << "\n" << e.text;
}

void expect_good(std::string_view text) {
  const auto result = parse(text, "p.cp");
  EXPECT_TRUE(result.has_value()) << text << "\n" << messages(result.error());
}

TEST(Rules, of_numbers_and_words_are_kept) {
  const std::vector<Expected> all = {
      {"program p engine e e: x cost 3x", Code::malformed_number, {1, 30}},
      {"program p engine e e: x cost 0x10", Code::malformed_number, {1, 30}},
      {"program p engine e e: x cost 99999999999999999999999999", Code::number_too_large, {1, 30}},
      {"program p engine e e: x cost -1", Code::unexpected_token, {1, 30}},
      {"program p engine e e: x cost", Code::unexpected_token, {1, 29}},
      {"program p loop l trips 2147483648 { }", Code::limit_exceeded, {1, 24}},
      {"program p buffer b slots 2147483648", Code::limit_exceeded, {1, 26}},
      {"program p engine e loop l trips 2 { e: x after x@l-2147483648 }", Code::limit_exceeded, {1, 52}},
      {"program p engine e loop l trips 2 { e: x after x@l-18446744073709551616 }", Code::number_too_large, {1, 52}},
      {"implementation p semaphore s[67108865]", Code::limit_exceeded, {1, 30}},
      {"implementation p semaphore s[67108864] t", Code::limit_exceeded, {1, 40}},
      {"implementation p engine e e: r := 9223372036854775808", Code::number_too_large, {1, 35}},
      {"implementation p engine e e: r := -9223372036854775809", Code::number_too_large, {1, 36}},
      {"implementation p semaphore s = 9223372036854775808", Code::number_too_large, {1, 32}},
      {"program loop", Code::reserved_word, {1, 9}},
      {"program p engine root", Code::reserved_word, {1, 18}},
      {"program p engine e e: x op min", Code::reserved_word, {1, 28}},
      {"program p loop mod trips 2 { }", Code::reserved_word, {1, 16}},
      {"program p if after { }", Code::reserved_word, {1, 14}},
      {"implementation p semaphore take", Code::reserved_word, {1, 28}},
  };
  for (const Expected& e : all) expect_one(e);
  expect_good("program p buffer b slots 2147483647 loop l trips 0 { } loop m trips 2147483647 { }");
  expect_good("implementation p semaphore s = -9223372036854775808 t = 9223372036854775807 u[67108862]");
  expect_good("program p engine loops Loop _ a.b.c Loop: loop_ _: engines_ after loop_ a.b.c: x_");
}

TEST(Rules, of_the_file_and_its_header_are_kept) {
  const std::vector<Expected> all = {
      {"", Code::not_a_program, {1, 1}},
      {" \t\r\n# nothing\n", Code::not_a_program, {1, 1}},
      {"engine e", Code::not_a_program, {1, 1}},
      {"Program p", Code::not_a_program, {1, 1}},
      {"# what\n  implementaton p", Code::not_a_program, {2, 3}},
      {"program", Code::unexpected_token, {1, 8}},
      {"program 3", Code::unexpected_token, {1, 9}},
      {"program p q", Code::unexpected_token, {1, 11}},
      {"program p scheme per-loop", Code::unexpected_token, {1, 11}},
      {"implementation p scheme", Code::unexpected_token, {1, 24}},
      {"implementation p scheme Per-loop engine e", Code::unexpected_token, {1, 25}},
      {"implementation p scheme per- engine e", Code::unexpected_token, {1, 25}},
      {"program p unit", Code::unexpected_token, {1, 15}},
      {"program p unit ps unit ps", Code::late_declaration, {1, 19}},
      {"program p engine e unit ps", Code::late_declaration, {1, 20}},
      {"program p program q", Code::unexpected_token, {1, 11}},
  };
  for (const Expected& e : all) expect_one(e);
  expect_good("program p");
  expect_good("implementation p scheme barrier unit ps");
  expect_good("implementation p scheme per-engine-snapshot");
  expect_good("program p\r\nengine e\r\ne: x # a comment\r\n");
  expect_good("\xef\xbb\xbfprogram p # with a byte order mark, and any bytes \xff\x01 in a comment");
  expect_good("program p#x\n\tengine#y\ne#z\ne:x after#\nx");
}

TEST(Rules, of_declarations_are_kept) {
  const std::vector<Expected> all = {
      {"program p engine", Code::unexpected_token, {1, 17}},
      {"program p engine e: x", Code::unexpected_token, {1, 18}},
      {"program p engine e f e", Code::duplicate_engine, {1, 22}},
      {"program p engine e inorder engine f e inorder", Code::duplicate_engine, {1, 37}},
      {"program p engines", Code::unexpected_token, {1, 18}},
      {"program p engines inorder engines inorder", Code::option_twice, {1, 27}},
      {"program p engine e inorder inorder", Code::unexpected_token, {1, 28}},
      {"program p buffer b", Code::unexpected_token, {1, 19}},
      {"program p buffer b slots 0", Code::buffer_without_slots, {1, 26}},
      {"program p buffer b slots 1 buffer b slots 1", Code::duplicate_buffer, {1, 35}},
      {"program p buffer b slots 1 bytes 0", Code::buffer_without_bytes, {1, 34}},
      {"program p buffer b slots 1 at 0 at 1", Code::option_twice, {1, 33}},
      {"program p buffer b slots 1 in x in y", Code::option_twice, {1, 33}},
      {"program p buffer b slots 1 bytes 2 bytes 2", Code::option_twice, {1, 36}},
      {"program p buffer b slots 1 in", Code::unexpected_token, {1, 30}},
      {"program p buffer b slots 1 at b", Code::unexpected_token, {1, 31}},
      {"program p buffer b slots 1 at 9007199254740992", Code::limit_exceeded, {1, 31}},
      {"program p buffer b slots 2 at 9007199254740000 bytes 512", Code::limit_exceeded, {1, 18}},
      {"program p buffer b slots 65537 at 0 bytes 1", Code::limit_exceeded, {1, 18}},
      {"program p semaphore s", Code::only_in_implementations, {1, 11}},
      {"program p flag s = 1", Code::only_in_implementations, {1, 11}},
      {"implementation p semaphore s s", Code::duplicate_semaphore, {1, 30}},
      {"implementation p semaphore s flag s[2]", Code::duplicate_semaphore, {1, 35}},
      {"implementation p semaphore s[0]", Code::empty_array, {1, 30}},
      {"implementation p semaphore s[-1]", Code::unexpected_token, {1, 30}},
      {"implementation p semaphore s =", Code::unexpected_token, {1, 31}},
      {"implementation p flag f = 2", Code::flag_value, {1, 27}},
      {"implementation p flag f = -1", Code::flag_value, {1, 27}},
      {"implementation p engine e e: x semaphore s", Code::late_declaration, {1, 32}},
  };
  for (const Expected& e : all) expect_one(e);
  // Names of different kinds have their own spaces.
  expect_good("program x unit x engine x buffer x slots 1 loop x trips 2 { x: x op x reads x[x] after x@x-1 }");
  expect_good("implementation x engine x semaphore s flag f loop s trips 2 { x: s signal f := 1 } if f { x: f }");
}

TEST(Rules, engines_inorder_holds_for_engines_declared_later_too) {
  const Program p = good_program("program p engine a engines inorder engine b");
  for (const EngineId e : p.tree.engines()) EXPECT_TRUE(p.tree.engine(e).inorder);
  const Program q = good_program("program p engine a engine b c inorder engine d");
  std::string inorder;
  for (const EngineId e : q.tree.engines()) inorder += q.tree.engine(e).inorder ? '1' : '0';
  EXPECT_EQ(inorder, "0110");
}

TEST(Rules, of_scopes_are_kept) {
  const std::vector<Expected> all = {
      {"program p loop l { }", Code::unexpected_token, {1, 18}},
      {"program p loop l trips { }", Code::unexpected_token, {1, 24}},
      {"program p loop l trips 2 }", Code::unexpected_token, {1, 26}},
      {"program p loop l trips 2 { ", Code::unclosed_scope, {1, 11}},
      {"program p if c { } else { ", Code::unclosed_scope, {1, 20}},
      {"program p if c { } else { } else { }", Code::stray_else, {1, 29}},
      {"program p loop l trips 2 { } loop l trips 2 { }", Code::duplicate_scope, {1, 35}},
      {"program p loop l trips 2 { loop l trips 2 { } }", Code::duplicate_scope, {1, 33}},
      {"program p if c { } loop c trips 2 { }", Code::duplicate_scope, {1, 25}},
      {"program p if c { } loop c.else trips 2 { }", Code::duplicate_scope, {1, 25}},
      {"program p if c.else { } if c { }", Code::duplicate_scope, {1, 28}},
      {"program p barrier", Code::only_in_implementations, {1, 11}},
      {"program p barrier reset", Code::only_in_implementations, {1, 11}},
      {"program p }", Code::unmatched_brace, {1, 11}},
  };
  for (const Expected& e : all) expect_one(e);
  expect_good("program p loop c trips 2 { } loop c.else trips 2 { } if d { } else { }");
}

TEST(Rules, of_instructions_are_kept) {
  const std::vector<Expected> all = {
      {"program p engine e f: x", Code::unknown_engine, {1, 20}},
      {"program p e: x", Code::unknown_engine, {1, 11}},
      {"program p engine e e: x e: x", Code::duplicate_instruction, {1, 28}},
      {"program p engine e f e: x loop l trips 2 { f: x }", Code::duplicate_instruction, {1, 47}},
      {"program p engine e e:", Code::unexpected_token, {1, 22}},
      {"program p engine e e x", Code::duplicate_engine, {1, 20}},
      {"program p engine e e: x cost 1 cost 1", Code::option_twice, {1, 32}},
      {"program p engine e e: x interval 1 op a interval 1", Code::option_twice, {1, 41}},
      {"program p engine e e: x transfer 1 transfer 2", Code::option_twice, {1, 36}},
      {"program p engine e e: x op a op a", Code::option_twice, {1, 30}},
      {"program p engine e e: x wait s >= 1", Code::only_in_implementations, {1, 25}},
      {"program p engine e e: x take s >= r", Code::only_in_implementations, {1, 25}},
      {"program p engine e e: x signal s += 1 at issue", Code::only_in_implementations, {1, 25}},
      {"program p engine e e: r := gt(1, r)", Code::only_in_implementations, {1, 23}},
      {"program p engine e e: fence", Code::only_in_implementations, {1, 23}},
      {"program p engine e e: wait s[2] == 1", Code::only_in_implementations, {1, 23}},
      {"program p engine e e: signal s[r] := -1", Code::only_in_implementations, {1, 23}},
  };
  for (const Expected& e : all) expect_one(e);
  const Program p = good_program(
      "program p engine e buffer b slots 9 e: y e: x writes b[1] after y reads b[2], b[3] after x cost 2 reads b[4]");
  const InstructionId x{std::size_t{1}};
  EXPECT_EQ(p.dependencies_of(x).size(), 2U);
  std::string slots;
  for (const Access& a : p.tree.accesses(x)) slots += std::to_string(a.slot) + (a.write ? "w" : "r");
  EXPECT_EQ(slots, "2r3r4r1w");  // reads first, each kind in the order written
  EXPECT_EQ(p.tree.timing(x).interval, 2U);
  EXPECT_EQ(p.tree.timing(InstructionId{std::size_t{0}}).interval, 1U);
}

TEST(Rules, of_accesses_are_kept) {
  const std::vector<Expected> all = {
      {"program p engine e e: x reads b", Code::unknown_buffer, {1, 31}},
      {"program p engine e buffer b slots 2 e: x reads b", Code::slot_missing, {1, 48}},
      {"program p engine e buffer b slots 2 e: x writes b[2]", Code::slot_out_of_range, {1, 51}},
      {"program p engine e buffer b slots 2 e: x writes b[-1]", Code::unexpected_token, {1, 51}},
      {"program p engine e buffer b slots 2 e: x writes b[l]", Code::unknown_loop, {1, 51}},
      {"program p engine e buffer b slots 2 loop l trips 2 { } e: x writes b[l]",
       Code::rotation_not_enclosing,
       {1, 70}},
      {"program p engine e buffer b slots 2 if l { e: x writes b[l] }", Code::rotation_not_enclosing, {1, 58}},
      {"program p engine e e: x reads slots", Code::reserved_word, {1, 31}},
      {"program p engine e buffer b slots 2 e: x reads b[at]", Code::reserved_word, {1, 50}},
      {"program p engine e buffer b slots 2 loop l trips 2 { e: x reads b[l*2] }", Code::unexpected_token, {1, 68}},
      {"program p engine e buffer b slots 2 loop l trips 2 { e: x reads b[l+2147483648] }",
       Code::limit_exceeded,
       {1, 69}},
  };
  for (const Expected& e : all) expect_one(e);
  expect_good(
      "program p engine e buffer b slots 1 buffer c slots 2 loop l trips 2 { loop m trips 2 { if d { "
      "e: x reads b, b[0], b[l], c[m-2147483647], c[l+2147483647], c[1] } } }");
}

TEST(Rules, of_dependencies_are_kept) {
  const std::string nest =
      "program p engine e loop q trips 2 { loop l trips 2 { e: x } if c { loop m trips 2 { e: y after ";
  const std::string tail = " } } }";
  const auto column = static_cast<std::uint32_t>(nest.size() + 1);
  struct Case {
    std::string_view after;
    Code code;
    std::uint32_t column;  // within `after`
  };
  const std::vector<Case> all = {
      {"z", Code::unknown_producer, 0},
      {"q", Code::unknown_producer, 0},
      {"x@z-1", Code::unknown_loop, 2},
      {"x@l-1", Code::distance_not_common, 2},
      {"x@m-1", Code::distance_not_common, 2},
      {"x@c-1", Code::distance_on_conditional, 2},
      {"x@c.else-1", Code::distance_on_conditional, 2},
      {"x@q-1@q-1", Code::distance_twice, 6},
      {"y@m-1@q-1", Code::distance_order, 6},
      {"y@q+1", Code::distance_forward, 0},
      {"y@q-0@m+1", Code::distance_forward, 0},
      {"y@q+1@m-1", Code::distance_forward, 0},
      {"y@*", Code::star_without_distance, 0},
      {"y@q-0@*", Code::star_without_distance, 0},
      {"y@q-1@m-1@*", Code::star_without_distance, 0},
      {"y@q-1@m-0@*", Code::star_without_distance, 0},
      {"y@q", Code::unexpected_token, 4},
      {"y@q-", Code::unexpected_token, 5},
      {"y@q1", Code::unexpected_token, 5},
      {"y@", Code::unexpected_token, 3},
      {"y@root-1", Code::reserved_word, 2},
      {"y,", Code::unexpected_token, 3},
      {"loop", Code::reserved_word, 0},
  };
  for (const Case& c : all) {
    const std::string text = nest + std::string(c.after) + tail;
    expect_one({text, c.code, {1, column + c.column}});
  }
  for (const std::string_view good : {"y", "y, y", "x@q-1", "x@q-0", "y@q-0@m-0", "y@q-1@m+5", "y@m-1", "y@m-1@*",
                                      "x@q-2147483647@*", "y @ q - 1 @ m + 2", "x@q-1@*, y@m-1"}) {
    expect_good(nest + std::string(good) + tail);
  }
  EXPECT_EQ(good_program(nest + "y@q-0@m-3" + tail).distances.size(), 1U);
}

TEST(Rules, of_control_dependencies_are_those_of_the_place_of_the_scope) {
  expect_one({"program p engine e loop q trips 2 { loop l trips dynamic after x@l-1 { e: x } }",
              Code::distance_not_common,
              {1, 66}});
  expect_one({"program p engine e if c after y { e: x }", Code::unknown_producer, {1, 31}});
  expect_one({"implementation p loop l trips 2 after x { }", Code::only_in_programs, {1, 33}});
  expect_one({"implementation p if c after x { }", Code::only_in_programs, {1, 23}});
  const Program p = good_program(
      "program p engine e e: a loop q trips 2 after a { e: cnt loop l trips dynamic after cnt, cnt@q-1 { e: x } "
      "if c divergent after x@q-1@* { } }");
  ASSERT_EQ(p.dependency_count() - p.first_control, 4U);
  EXPECT_EQ(p.control_dependencies_of(ScopeId{std::size_t{1}}).size(), 1U);
  EXPECT_EQ(p.control_dependencies_of(ScopeId{std::size_t{2}}).size(), 2U);
  EXPECT_EQ(p.control_dependencies_of(ScopeId{std::size_t{3}}).size(), 1U);
}

TEST(Rules, a_producer_may_be_declared_later_and_an_instruction_may_depend_on_itself) {
  const Program p = good_program("program p engine e f e: x after y, x f: y after x");
  const DependencyId first{std::size_t{0}};
  EXPECT_EQ(p.producer_name(first), "y");
  EXPECT_EQ(p.dependency(DependencyId{std::size_t{1}}).producer, InstructionId{std::size_t{0}});
}

TEST(Rules, of_registers_are_kept) {
  const std::vector<Expected> all = {
      {"implementation p engine e e: r := q", Code::register_never_assigned, {1, 35}},
      {"implementation p engine e e: r := r2 + 1 e: r3 := 1", Code::register_never_assigned, {1, 35}},
      {"implementation p engine e f f: r := 1 e: q := min(1, r)", Code::register_never_assigned, {1, 54}},
      {"implementation p engine e semaphore s[2] e: x wait s[r] >= 1", Code::register_never_assigned, {1, 54}},
      {"implementation p engine e semaphore s e: s := 1", Code::register_named_as_semaphore, {1, 42}},
      {"implementation p engine e flag s e: r := s", Code::semaphore_as_value, {1, 42}},
      {"implementation p engine e e: r := 1 + 2 + 3", Code::unexpected_token, {1, 41}},
      {"implementation p engine e e: r := gt(1)", Code::unexpected_token, {1, 39}},
      {"implementation p engine e e: r :=", Code::unexpected_token, {1, 34}},
      {"implementation p engine e e: r := --1", Code::unexpected_token, {1, 36}},
      {"implementation p engine e e: r = 1", Code::unexpected_token, {1, 32}},
      {"implementation p engine e e: r := (1)", Code::unexpected_token, {1, 35}},
  };
  for (const Expected& e : all) expect_one(e);
  // Assigned later in the text is assigned.
  expect_good("implementation p engine e semaphore s e: x wait s >= r e: r := r + 1");
  expect_good("implementation p engine e e: x e: x := 1 e: e := x");
}

TEST(Rules, of_semaphores_are_kept) {
  const std::vector<Expected> all = {
      {"implementation p engine e e: x wait s >= 1", Code::unknown_semaphore, {1, 37}},
      {"implementation p engine e e: signal s += 1", Code::unknown_semaphore, {1, 37}},
      {"implementation p engine e semaphore s e: x wait s[0] >= 1", Code::index_on_scalar, {1, 49}},
      {"implementation p engine e semaphore s[2] e: x wait s >= 1", Code::index_missing, {1, 52}},
      {"implementation p engine e semaphore s[2] e: take s[2] >= 1", Code::index_out_of_range, {1, 52}},
      {"implementation p engine e semaphore s[2] e: take s[-1] >= 1", Code::index_out_of_range, {1, 52}},
      {"implementation p engine e semaphore s t e: x wait s >= t", Code::semaphore_as_value, {1, 56}},
      {"implementation p engine e semaphore s e: x wait s = 1", Code::unexpected_token, {1, 51}},
      {"implementation p engine e semaphore s e: x take s == 1", Code::unexpected_token, {1, 51}},
      {"implementation p engine e semaphore s e: x wait s > 1", Code::unexpected_character, {1, 51}},
      {"implementation p engine e semaphore s e: x signal s = 1", Code::unexpected_token, {1, 53}},
      {"implementation p engine e semaphore s e: x signal s += r", Code::unexpected_token, {1, 56}},
      {"implementation p engine e semaphore s e: x signal s += 1 at end", Code::unexpected_token, {1, 61}},
      {"implementation p engine e flag f e: x signal f := 2", Code::flag_value, {1, 51}},
      {"implementation p engine e flag f e: x signal f += -2", Code::flag_value, {1, 51}},
      {"implementation p engine e flag f e: x signal f := -1", Code::flag_value, {1, 51}},
      {"implementation p engine e e: x e: y after x", Code::only_in_programs, {1, 37}},
      {"implementation p engine e semaphore s e: wait s >= div", Code::reserved_word, {1, 52}},
      {"implementation p engine e semaphore s e: wait at >= 1", Code::reserved_word, {1, 47}},
      {"implementation p engine e e: wait", Code::unexpected_token, {1, 34}},
  };
  for (const Expected& e : all) expect_one(e);
  expect_good(
      "implementation p engine e semaphore s = -3 t[3] flag f[2] = 1 e: r := 1 "
      "e: x wait s >= -5, t[r] == r take f[1] >= 1, s >= -1 signal t[2] -= -3 at issue, f[r] -= 1, s := -7 "
      "e: wait f[0] >= 2 e: signal f[0] += 1 at retire, s += 0 at issue");
}

TEST(Rules, several_errors_of_one_file_are_all_reported_in_the_order_of_the_text) {
  const auto result = parse(
      "program p\n"
      "engine dma pe\n"
      "loop kv trips dynamc {\n"
      "  dma: load after load@kv-2, nothing\n"
      "  pe qk after load\n"
      "  dna: store cost 3x cost 4\n"
      "}\n"
      "}\n"
      "pe: qk wait s >= 1\n"
      "pe: qk @ 3\n",
      "f.cp");
  ASSERT_FALSE(result.has_value());
  std::vector<std::pair<Code, std::uint32_t>> found;
  for (const Diagnostic& d : result.error()) {
    found.emplace_back(d.code, d.position.line);
    EXPECT_EQ(d.file, "f.cp");
  }
  const std::vector<std::pair<Code, std::uint32_t>> expected = {
      {Code::unexpected_token, 3},  {Code::unknown_producer, 4},        {Code::unexpected_token, 5},
      {Code::unknown_engine, 6},    {Code::malformed_number, 6},        {Code::option_twice, 6},
      {Code::unmatched_brace, 8},   {Code::only_in_implementations, 9}, {Code::duplicate_instruction, 10},
      {Code::unexpected_token, 10},
  };
  EXPECT_EQ(found, expected) << messages(result.error());
}

TEST(Rules, the_first_hundred_errors_are_reported_and_the_last_says_so) {
  std::string text = "program p\nengine e\n";
  for (int n = 0; n < 1000; ++n) text += "e: x" + std::to_string(n) + " after y" + std::to_string(n) + "\n";
  const auto result = parse(text, "p.cp");
  ASSERT_FALSE(result.has_value());
  ASSERT_EQ(result.error().size(), 100U);
  EXPECT_EQ(result.error().back().position.line, 102U);
  EXPECT_NE(result.error().back().help.find("first 100"), std::string::npos);
}

TEST(Rules, the_wrong_kind_of_file_is_said_to_be_so) {
  const auto p = parse_program("implementation p", "p.cp");
  ASSERT_FALSE(p.has_value());
  EXPECT_EQ(p.error().front().code, Code::other_kind);
  const auto i = parse_implementation("program p", "p.cp");
  ASSERT_FALSE(i.has_value());
  EXPECT_EQ(i.error().front().code, Code::other_kind);
}

}  // namespace
}  // namespace counterpoint
