// The same text with every name replaced by another.
// SPDX-License-Identifier: Apache-2.0
#include "tests/verify/properties/renaming.hpp"

#include <fmt/core.h>

#include <sstream>
#include <vector>

#include "core/text/words.hpp"

namespace counterpoint::testing {
namespace {

bool starts_name(char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; }
bool in_name(char c) { return starts_name(c) || c == '.' || (c >= '0' && c <= '9'); }

}  // namespace

const std::string& Renaming::name(std::string_view old) {
  const auto found = names_.find(old);
  if (found != names_.end()) return found->second;
  return names_.emplace(old, fmt::format("n{:04}.x", 9999 - names_.size())).first->second;
}

std::string Renaming::apply(std::string_view text) {
  std::string out;
  bool scheme = false;  // its word is no name
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (starts_name(text[at])) {
      while (end < text.size() && in_name(text[end])) ++end;
      const std::string_view token = text.substr(at, end - at);
      const Word word = reserved_word(token);
      out += word != Word::none || scheme ? std::string(token) : name(token);
      scheme = scheme || word == Word::scheme;
    } else {
      if (text[at] == '\n') scheme = false;
      out += text[at];
    }
    at = end;
  }
  return out;
}

std::string with_engines_reversed(std::string_view text) {
  std::istringstream lines{std::string(text)};
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("engine ")) {
      std::istringstream words(line.substr(7));
      std::string reversed;
      for (std::string word; words >> word;) reversed = " " + word + reversed;
      line = "engine" + reversed;
    }
    out += line + "\n";
  }
  return out;
}

}  // namespace counterpoint::testing
