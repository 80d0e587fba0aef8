// The page on the language: its blocks are run, its table of errors is that of the code.
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "core/program/pairing.hpp"
#include "core/text/text.hpp"
#include "core/text/words.hpp"
#include "tests/core/text/messages.hpp"

namespace counterpoint {
namespace {

std::string page() {
  std::ifstream file(fmt::format("{}/docs/language.md", COUNTERPOINT_SOURCE_DIR));
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

struct Block {
  std::vector<std::string> info;  // "cp", "error", "CP0101"
  std::string text;
};

std::vector<Block> blocks(const std::string& page) {
  std::vector<Block> out;
  std::istringstream lines(page);
  std::string line;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (!line.starts_with("```")) {
      if (inside) out.back().text += line + "\n";
      continue;
    }
    inside = !inside;
    if (!inside) continue;
    std::istringstream words(line.substr(3));
    Block& block = out.emplace_back();
    for (std::string word; words >> word;) block.info.push_back(word);
  }
  EXPECT_FALSE(inside) << "a block is not closed";
  return out;
}

void run(const Block& block, std::map<std::string, int>& kinds) {
  ASSERT_FALSE(block.info.empty()) << block.text;
  if (block.info.front() == "ebnf") return;
  ASSERT_TRUE(block.info.front() == "cp" || block.info.front() == "json") << block.info.front();
  ASSERT_GE(block.info.size(), 2U) << block.text;
  const std::string& kind = block.info[1];
  ++kinds[block.info.front() + " " + kind];
  if (kind == "program") {
    const Program p = good_program(block.text);
    EXPECT_TRUE(same_program(p, good_program(print(p))));
    EXPECT_TRUE(same_program(p, good_program(print_json(p))));
  } else if (kind == "implementation") {
    const Implementation i = good_implementation(block.text);
    EXPECT_TRUE(same_implementation(i, good_implementation(print(i))));
    EXPECT_TRUE(same_implementation(i, good_implementation(print_json(i))));
  } else {
    ASSERT_EQ(kind, "error") << block.text;
    const auto result = parse(block.text, "block.cp");
    ASSERT_FALSE(result.has_value()) << block.text;
    std::vector<std::string> codes;
    for (const Diagnostic& d : result.error()) codes.emplace_back(code_text(d.code));
    EXPECT_EQ(codes, std::vector<std::string>(block.info.begin() + 2, block.info.end())) << messages(result.error());
  }
}

TEST(LanguagePage, blocks_are_what_their_first_line_says) {
  std::map<std::string, int> kinds;
  for (const Block& block : blocks(page())) run(block, kinds);
  for (const char* kind : {"cp program", "cp implementation", "cp error", "json program", "json implementation"}) {
    EXPECT_GT(kinds[kind], 0) << kind;
  }
}

TEST(LanguagePage, the_implementation_of_the_double_buffer_pairs_with_its_program) {
  std::string program;
  std::string implementation;
  for (const Block& block : blocks(page())) {
    if (block.text.starts_with("program double_buffer")) program = block.text;
    if (block.text.starts_with("implementation double_buffer")) implementation = block.text;
  }
  const auto pairing = pair_up(good_program(program), good_implementation(implementation));
  EXPECT_TRUE(pairing.has_value()) << messages(pairing.error());
}

TEST(LanguagePage, lists_the_codes_of_the_language) {
  std::string expected;
  for (const CodeEntry& c : all_codes()) {
    if (static_cast<unsigned>(c.code) >= 700) break;
    expected += fmt::format("| {} | {} |\n", code_text(c.code), c.meaning);
  }
  const std::string text = page();
  const std::string head = "| code | |\n|---|---|\n";
  const std::size_t at = text.find(head);
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text.substr(at + head.size()), expected) << "write these lines at the end of docs/language.md";
}

TEST(LanguagePage, lists_the_reserved_words) {
  std::string text = page();
  for (char& c : text) c = c == '\n' ? ' ' : c;
  std::set<std::string> listed;
  const std::size_t from = text.find("Reserved words are no names: `");
  ASSERT_NE(from, std::string::npos);
  const std::size_t start = text.find('`', from) + 1;
  std::istringstream words(text.substr(start, text.find('`', start) - start));
  for (std::string word; words >> word;) listed.insert(word);
  std::set<std::string> reserved;
  for (std::size_t w = 1; w < word_texts.size(); ++w) reserved.emplace(word_texts[w]);
  EXPECT_EQ(listed, reserved);
}

}  // namespace
}  // namespace counterpoint
