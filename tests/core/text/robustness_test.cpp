// Nothing that a file can contain may crash, hang or blow the stack.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/lexer.hpp"
#include "core/text/text.hpp"
#include "tests/core/generate.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

// What is asked of any text: it is read, or there are up to a hundred short messages in the order of the text.
::testing::AssertionResult is_answered(std::string_view text) {
  const auto result = parse(text, "x.cp");
  if (result) return ::testing::AssertionSuccess();
  if (result.error().empty() || result.error().size() > 100) {
    return ::testing::AssertionFailure() << result.error().size() << " messages";
  }
  Position last;
  for (const Diagnostic& d : result.error()) {
    if (to_string(d).size() > 600) return ::testing::AssertionFailure() << "a long message: " << to_string(d);
    if (d.position.line < last.line) return ::testing::AssertionFailure() << "messages out of order";
    for (const char c : to_string(d)) {
      if ((c < ' ' && c != '\n') || c > '~') return ::testing::AssertionFailure() << "an unprintable message";
    }
    last = d.position;
  }
  return ::testing::AssertionSuccess();
}

std::vector<std::string> samples() {
  std::vector<std::string> out;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    out.push_back(print(generate_program(seed, 3)));
    out.push_back(print(generate_implementation(seed, 3)));
    out.push_back(print_json(generate_program(seed, 2)));
    out.push_back(print_json(generate_implementation(seed, 2)));
  }
  return out;
}

TEST(Robustness, every_prefix_of_a_good_file_is_answered) {
  for (const std::string& text : samples()) {
    for (std::size_t n = 0; n <= std::min<std::size_t>(text.size(), 3000); ++n) {
      ASSERT_TRUE(is_answered(std::string_view(text).substr(0, n))) << n << "\n" << text;
    }
  }
}

// Distribution: a sample, 1 to 8 bytes of it replaced, removed or doubled, at uniform places, by uniform bytes.
RC_GTEST_PROP(Robustness, files_with_random_bytes_in_them_are_answered, (std::uint64_t seed)) {
  static const std::vector<std::string> all = samples();
  Dice random(seed);
  std::string text = all[random.below(static_cast<std::uint32_t>(all.size()))];
  for (std::uint32_t n = 1 + random.below(8); n > 0 && !text.empty(); --n) {
    const std::size_t at = random.below(static_cast<std::uint32_t>(text.size()));
    const char byte = static_cast<char>(random.below(256));
    switch (random.below(3)) {
      case 0: text[at] = byte; break;
      case 1: text.erase(at, 1); break;
      default: text.insert(at, 1, random.one_in(2) ? byte : text[at]);
    }
  }
  RC_ASSERT(is_answered(text));
}

// Distribution: the tokens of a sample in the text language, 1 to 20 pairs of them swapped, dropped or doubled.
RC_GTEST_PROP(Robustness, files_with_shuffled_tokens_are_answered, (std::uint64_t seed)) {
  Dice random(seed);
  const std::string text = random.one_in(2) ? print(generate_program(random.below(50), 3))
                                            : print(generate_implementation(random.below(50), 3));
  Lexer lexer(text, nullptr);
  std::vector<std::string> tokens;
  for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) tokens.emplace_back(lexer.text(t));
  for (std::uint32_t n = 1 + random.below(20); n > 0; --n) {
    const std::size_t a = random.below(static_cast<std::uint32_t>(tokens.size()));
    const std::size_t b = random.below(static_cast<std::uint32_t>(tokens.size()));
    switch (random.below(3)) {
      case 0: std::swap(tokens[a], tokens[b]); break;
      case 1: tokens[a].clear(); break;
      default: tokens[a] += " " + tokens[b];
    }
  }
  std::string shuffled = "program p ";
  for (const std::string& t : tokens) shuffled += t + (random.one_in(5) ? "\n" : " ");
  RC_ASSERT(is_answered(shuffled));
  RC_ASSERT(is_answered(std::string_view(shuffled).substr(10)));
}

std::string nested(std::size_t depth, std::string_view keyword) {
  std::string text = "program p\nengine e\n";
  for (std::size_t n = 0; n < depth; ++n) {
    text += std::string(keyword) + " s" + std::to_string(n) + (keyword == "if" ? " {\n" : " trips 2 {\n");
  }
  text += "e: x after x\n";
  for (std::size_t n = 0; n < depth; ++n) text += n % 2 == 1 && keyword == "if" ? "} else { }\n" : "}\n";
  return text;
}

TEST(Robustness, a_thousand_scopes_in_each_other_are_taken_and_one_more_is_one_error) {
  for (const std::string_view keyword : {"loop", "if"}) {
    const Program p = good_program(nested(1000, keyword));
    EXPECT_EQ(p.tree.scope(p.tree.scope_of(InstructionId{std::size_t{0}})).depth, 1000U);
    EXPECT_TRUE(same_program(p, good_program(print(p))));
    for (const std::size_t depth : {1001U, 1002U, 100000U}) {
      const auto result = parse(nested(depth, keyword), "p.cp");
      ASSERT_FALSE(result.has_value());
      ASSERT_EQ(result.error().size(), 1U) << messages(result.error());
      EXPECT_EQ(result.error().front().code, Code::nesting_too_deep);
      EXPECT_EQ(result.error().front().position.line, 1003U);
    }
  }
}

TEST(Robustness, many_siblings_names_and_dependencies_are_taken) {
  std::string text = "program p\nengine e\n";
  for (int n = 0; n < 10000; ++n) {
    const std::string i = std::to_string(n);
    text +=
        "loop l" + i + " trips dynamic { e: x" + i + " after x" + std::to_string(9999 - n) + " if c" + i + " { } }\n";
  }
  const Program p = good_program(text);
  EXPECT_EQ(p.tree.scope_count(), 30001U);
  EXPECT_TRUE(same_program(p, good_program(print(p))));
  std::string list = "program p\nengine e\ne: x after x";
  for (int n = 0; n < 100000; ++n) list += ", x";
  EXPECT_EQ(good_program(list).dependency_count(), 100001U);
}

TEST(Robustness, very_long_names_lines_comments_and_numbers_are_answered) {
  const std::string name(1000000, 'n');
  const Program p =
      good_program("program " + name + " engine " + name + "#" + name + "\n" + name + ": " + name + " after " + name);
  EXPECT_TRUE(same_program(p, good_program(print(p))));
  EXPECT_TRUE(is_answered("program p engine e e: x after " + name));
  EXPECT_TRUE(is_answered("program p engine e " + name + ": x"));
  EXPECT_TRUE(is_answered("program p engine e e: x cost " + std::string(1000000, '9')));
  EXPECT_TRUE(is_answered("program p engine e e: x cost 0" + std::string(1000000, '0')));
  EXPECT_TRUE(is_answered("program p " + std::string(1000000, '@')));
  EXPECT_TRUE(is_answered("program p " + std::string(1000000, '{')));
  EXPECT_TRUE(is_answered("program p " + std::string(1000000, '}')));
  EXPECT_TRUE(is_answered("program p " + std::string(1000000, ' ')));
  EXPECT_TRUE(is_answered("program p engine e e: x" + std::string(1000000, '\x80')));
}

// A large file that is no program is one message that shows none of it.
TEST(Robustness, what_is_no_program_is_one_error_without_an_echo) {
  constexpr std::size_t size = 5000000;
  std::vector<std::string> junk = {std::string(size, 'a'), std::string(size, ' '),    std::string(size, '\0'),
                                   std::string(size, '#'), std::string(size, '\xff'), std::string(size, '['),
                                   std::string(size, '9')};
  Dice random(7);
  std::string bytes;
  std::string words;
  std::string spaced;
  while (bytes.size() < size) {
    bytes += static_cast<char>(random.below(256));
    words += static_cast<char>('a' + random.below(26));
    if (random.one_in(6)) words += ' ';
    spaced += "\x01 ";
  }
  junk.insert(junk.end(), {bytes, words, spaced, "{" + words, "{" + bytes, "{\"a\": \"" + words, "{\"a\": [" + words});
  for (const std::string& text : junk) {
    const auto result = parse(text, "x");
    ASSERT_FALSE(result.has_value());
    ASSERT_EQ(result.error().size(), 1U) << messages(result.error());
    const Diagnostic& d = result.error().front();
    EXPECT_TRUE(d.code == Code::not_a_program || d.code == Code::json_syntax || d.code == Code::json_schema)
        << to_string(d);
    const std::string_view words_of_ours =
        "an empty file, binary data, other text, nothing but white space, no such key";
    EXPECT_NE(words_of_ours.find(d.found), std::string_view::npos) << d.found;
    EXPECT_EQ(d.nearest, "");
  }
}

TEST(Robustness, names_that_hash_alike_in_their_low_bits_do_not_slow_it_down) {
  // Names of equal length that differ in single characters at every place: the table must spread them.
  std::string text = "program p\nengine e\n";
  for (int n = 0; n < 200000; ++n) {
    std::string name = "xxxxxxxxxxxxxxxxxxxxxxxx";
    for (int bit = 0; bit < 20; ++bit) name[static_cast<std::size_t>(bit)] = (n >> bit & 1) != 0 ? 'y' : 'x';
    text += "e: " + name + "\n";
  }
  EXPECT_EQ(good_program(text).tree.instruction_count(), 200000U);
}

}  // namespace
}  // namespace counterpoint
