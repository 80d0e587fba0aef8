// Takes canonical texts apart and puts them together.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/outline.hpp"

#include <algorithm>
#include <array>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint::fuzzing {
namespace {

constexpr std::array<std::string_view, 10> option_words = {"after", "cost",   "interval", "transfer", "op",
                                                           "reads", "writes", "wait",     "take",     "signal"};

bool is_option(std::string_view word) { return std::ranges::count(option_words, word) != 0; }

void append(std::string& to, std::string_view word) {
  if (!to.empty()) to += ' ';
  to += word;
}

// Options from `words[at]` on; a comma at the end of a word ends a clause.
std::vector<Option> options_from(const std::vector<std::string>& words, std::size_t at) {
  std::vector<Option> options;
  bool fresh = true;
  for (; at < words.size(); ++at) {
    if (is_option(words[at])) {
      options.push_back({words[at], {}});
      fresh = true;
      continue;
    }
    require(!options.empty(), "a word after a name is that of an option");
    std::string word = words[at];
    const bool ends = word.ends_with(',');
    if (ends) word.pop_back();
    if (fresh) options.back().clauses.emplace_back();
    append(options.back().clauses.back(), word);
    fresh = ends;
  }
  return options;
}

// "engine e0 e1 inorder", "semaphore s0 = 1 s1": what is declared, each with its initial value.
Line declaration(const std::vector<std::string>& words) {
  Line line;
  line.kind = Line::Kind::declaration;
  if (words[0] != "semaphore" && words[0] != "flag" && words[0] != "engine") {
    for (const std::string& w : words) append(line.head, w);
    return line;
  }
  line.head = words[0];
  line.options.push_back({});
  bool value = false;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "inorder") {
      line.options.push_back({"inorder", {}});
    } else if (words[i] == "=" || value) {
      append(line.options[0].clauses.back(), words[i]);
      value = words[i] == "=";
    } else {
      line.options[0].clauses.push_back(words[i]);
    }
  }
  return line;
}

Line opening(std::vector<std::string> words) {
  Line line;
  line.kind = Line::Kind::open;
  words.pop_back();
  const auto options = std::ranges::find_if(words, is_option);
  for (auto w = words.begin(); w != options; ++w) append(line.head, *w);
  line.options = options_from(words, static_cast<std::size_t>(options - words.begin()));
  return line;
}

Line statement(const std::vector<std::string>& words) {
  Line line;
  line.engine = words[0].substr(0, words[0].size() - 1);
  if (words.size() > 2 && words[2] == ":=") {
    for (std::size_t w = 1; w < words.size(); ++w) append(line.head, words[w]);
    return line;
  }
  const bool alone = is_option(words[1]);
  if (!alone) line.head = words[1];
  line.instruction = !alone && words[1] != "fence";
  line.options = options_from(words, alone ? 1 : 2);
  return line;
}

Line line_of(const std::vector<std::string>& words) {
  Line line;
  if (words[0] == "}") {
    line.kind = words.size() > 1 ? Line::Kind::otherwise : Line::Kind::close;
    return line;
  }
  if (words.back() == "{") return opening(words);
  if (words[0].ends_with(':')) return statement(words);
  if (words[0] != "barrier") return declaration(words);
  line.kind = Line::Kind::barrier;
  for (const std::string& w : words) append(line.head, w);
  return line;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \n");
    if (begin == std::string_view::npos) return words;
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    text.remove_prefix(end);
  }
}

Outline outline_of(std::string_view text) {
  Outline outline;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const auto words = words_of(text.substr(0, end)); !words.empty()) outline.push_back(line_of(words));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return outline;
}

std::string text_of(const Outline& outline) {
  std::string text;
  for (const Line& line : outline) {
    std::string one;
    if (line.is(Line::Kind::statement)) one = line.engine + ":";
    if (line.is(Line::Kind::otherwise)) one = "} else {";
    if (line.is(Line::Kind::close)) one = "}";
    if (!line.head.empty()) append(one, line.head);
    for (const Option& o : line.options) {
      if (!o.word.empty()) append(one, o.word);
      for (std::size_t c = 0; c < o.clauses.size(); ++c) {
        const bool listed = c > 0 && !line.is(Line::Kind::declaration);
        if (listed) one += ',';
        append(one, o.clauses[c]);
      }
    }
    if (line.is(Line::Kind::open)) append(one, "{");
    text += one + "\n";
  }
  return text;
}

std::string scope_of(const Line& open) { return words_of(open.head)[1]; }

std::size_t end_of_scope(const Outline& outline, std::size_t open) {
  std::size_t depth = 0;
  for (std::size_t at = open;; ++at) {
    require(at < outline.size(), "what opens is closed");
    if (outline[at].is(Line::Kind::open)) ++depth;
    if (outline[at].is(Line::Kind::close) && --depth == 0) return at + 1;
  }
}

}  // namespace counterpoint::fuzzing
