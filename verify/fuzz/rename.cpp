// Renames by tokens of the canonical text.
// SPDX-License-Identifier: Apache-2.0
#include "verify/fuzz/rename.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "core/text/lexer.hpp"
#include "core/text/text.hpp"

namespace counterpoint::fuzzing {
namespace {

class Renamer {
 public:
  [[nodiscard]] std::string line(std::string_view text) {
    std::string out;
    std::uint32_t copied = 0;
    Lexer lexer(text, nullptr);
    for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) {
      // What follows the word `scheme` is no name.
      if (t.kind == TokenKind::word && lexer.text(t) == "scheme") break;
      if (t.kind != TokenKind::name) continue;
      out.append(text.substr(copied, t.begin - copied)).append(name(lexer.text(t)));
      copied = t.end;
    }
    return out.append(text.substr(copied));
  }

 private:
  std::string name(std::string_view old) {
    const auto [at, fresh] = names_.try_emplace(std::string(old));
    if (fresh) at->second = fmt::format("n{:06}", 999'999 - names_.size());
    return at->second;
  }
  std::map<std::string, std::string, std::less<>> names_;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

// "engine a b inorder" with its names the other way round.
std::string reversed(std::string_view line) {
  std::vector<std::string> names;
  std::string tail = "\n";
  Lexer lexer(line, nullptr);
  for (Token t = lexer.next(); t.kind != TokenKind::end; t = lexer.next()) {
    if (t.kind == TokenKind::name) names.emplace_back(lexer.text(t));
    if (lexer.text(t) == "inorder") tail = " inorder\n";
  }
  std::string out = "engine";
  for (auto n = names.rbegin(); n != names.rend(); ++n) out += " " + *n;
  return out + tail;
}

std::string in_other_words(Renamer& renamer, std::string_view text, bool reverse) {
  std::vector<std::string> lines;
  for (const std::string_view l : lines_of(text)) lines.push_back(renamer.line(l));
  if (reverse) {
    const auto declares = [](const std::string& l) { return l.starts_with("engine "); };
    const auto first = std::ranges::find_if(lines, declares);
    const auto last = std::find_if_not(first, lines.end(), declares);
    for (auto l = first; l != last; ++l) *l = reversed(*l);
    std::reverse(first, last);
  }
  std::string out;
  for (const std::string& l : lines) out += l;
  return out;
}

}  // namespace

Case renamed(const Case& original, const Implementation& implementation) {
  Renamer renamer;
  auto program = parse_program(in_other_words(renamer, print(original.program), false), "renamed program");
  auto other = parse_implementation(in_other_words(renamer, print(implementation), true), "renamed implementation");
  require(program.has_value() && other.has_value(), "a text with other names is still good");
  Case out;
  out.program = std::move(*program);
  out.by_hand = std::move(*other);
  for (const std::string& option : original.trips) out.trips.push_back(renamer.line(option));
  out.window = original.window;
  out.width = original.width;
  out.compare = original.compare;
  return out;
}

}  // namespace counterpoint::fuzzing
