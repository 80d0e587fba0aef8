// Renders messages with the source line they point into.
// SPDX-License-Identifier: Apache-2.0
#include "report/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint::report {
namespace {

constexpr std::size_t longest_text = std::size_t{1} << 24U;
constexpr std::size_t longest_line = 200;

// Lines of a text by number; asked in ascending order it reads the text once.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text.size() <= longest_text ? text : std::string_view{}) {}

  // "" where there is no such line.
  std::string_view line(std::uint32_t number) {
    if (number < number_) {
      number_ = 1;
      start_ = 0;
    }
    while (number_ < number) {
      const std::size_t end = text_.find('\n', start_);
      if (end == std::string_view::npos) return {};
      start_ = end + 1;
      ++number_;
    }
    const std::string_view line = text_.substr(start_, text_.find('\n', start_) - start_);
    return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
  }

 private:
  std::string_view text_;
  std::uint32_t number_ = 1;
  std::size_t start_ = 0;
};

bool worth_showing(std::string_view line) {
  return !line.empty() && line.size() <= longest_line && std::ranges::all_of(line, [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0x20 && byte != 0x7f);
  });
}

std::string painted(std::string_view text, std::string_view sequence, bool color) {
  return color ? fmt::format("\x1b[{}m{}\x1b[0m", sequence, text) : std::string(text);
}

// "   12 | text" and the caret below its column.
std::string source_line(std::string_view line, Position at, bool color) {
  std::string out = fmt::format("{:5} | {}\n", at.line, line);
  if (at.column == 0 || at.column > line.size() + 1) return out;
  std::string blank;
  for (const char c : line.substr(0, at.column - 1)) {
    const bool continuation = (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;  // of one character in UTF-8
    if (!continuation) blank += c == '\t' ? '\t' : ' ';
  }
  return out + fmt::format("      | {}{}\n", blank, painted("^", "1;32", color));
}

std::string first_line(Diagnostic d, bool color) {
  d.help.clear();
  std::string line = to_string(d);
  if (!color) return line;
  const std::string tag = fmt::format("{}[{}]:", entry(d.code).severity, code_text(d.code));
  const std::string_view sequence = d.severity == Severity::warning ? "1;35" : "1;31";
  if (const auto at = line.find(tag); at != std::string::npos)
    line.replace(at, tag.size(), painted(tag, sequence, true));
  return line;
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out += fmt::format("    {}\n", text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

std::string render(const Diagnostics& diagnostics, std::string_view text, bool color) {
  std::string out;
  Lines lines(text);
  for (const Diagnostic& d : diagnostics) {
    out += first_line(d, color) + "\n";
    if (d.position.line != 0) {
      const std::string_view line = lines.line(d.position.line);
      if (worth_showing(line)) out += source_line(line, d.position, color);
    }
    if (!d.help.empty()) out += fmt::format("  {} {}\n", painted("help:", "1;36", color), d.help);
  }
  return out;
}

std::string render(const CodeEntry& entry) {
  std::string out = fmt::format("{} ({}): {}\n", code_text(entry.code), entry.severity, entry.meaning);
  if (!entry.wrong.empty()) out += fmt::format("\nThis gives it:\n\n{}", indented(entry.wrong));
  if (!entry.right.empty()) out += fmt::format("\nThis does not:\n\n{}", indented(entry.right));
  return out;
}

}  // namespace counterpoint::report
