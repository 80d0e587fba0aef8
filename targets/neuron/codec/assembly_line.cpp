// Cuts a line of assembly into words.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/codec/assembly_line.hpp"

#include <fmt/format.h>

#include <charconv>

namespace counterpoint::neuron {
namespace {

bool separates(char c) { return c == ' ' || c == '\t' || c == '\r' || c == ','; }

class Cutter {
 public:
  explicit Cutter(std::string_view line) : line_(line) {}

  std::vector<LineWord> all() {
    std::vector<LineWord> out;
    for (;;) {
      while (at_ < line_.size() && separates(line_[at_])) ++at_;
      if (at_ == line_.size() || line_[at_] == '#') return out;
      out.push_back(word());
    }
  }

 private:
  [[nodiscard]] std::uint32_t column() const { return static_cast<std::uint32_t>(at_ + 1); }

  LineWord word() {
    LineWord w;
    w.column = column();
    std::size_t end = at_;
    while (end < line_.size() && (std::isalnum(static_cast<unsigned char>(line_[end])) != 0 || line_[end] == '_'))
      ++end;
    // `==` is a sign, not a name and a value.
    const bool named =
        end > at_ && end < line_.size() && line_[end] == '=' && (end + 1 == line_.size() || line_[end + 1] != '=');
    if (named) {
      w.name = line_.substr(at_, end - at_);
      at_ = end + 1;
    }
    w.value_column = column();
    if (at_ < line_.size() && line_[at_] == '"') {
      quoted(w);
    } else if (at_ < line_.size() && line_[at_] == '{') {
      const std::size_t close = line_.find('}', at_);
      if (close == std::string_view::npos)
        line_error(Code::assembly_syntax, column(), "a list that does not end", "'}'");
      w.value = line_.substr(at_, close + 1 - at_);
      at_ = close + 1;
    } else {
      const std::size_t begin = at_;
      while (at_ < line_.size() && !separates(line_[at_]) && line_[at_] != '#') ++at_;
      w.value = line_.substr(begin, at_ - begin);
    }
    return w;
  }

  void quoted(LineWord& w) {
    w.quoted = true;
    for (++at_; at_ < line_.size() && line_[at_] != '"'; ++at_) {
      if (line_[at_] == '\\') escape();
      w.value += line_[at_];
    }
    if (at_ == line_.size()) line_error(Code::assembly_syntax, w.value_column, "a text that does not end", "'\"'");
    ++at_;
  }

  // What is printed has these two; another would be taken for its second character.
  void escape() {
    if (at_ + 1 == line_.size()) return;  // the text does not end, which is said
    const char next = line_[at_ + 1];
    if (next != '"' && next != '\\') {
      line_error(Code::assembly_syntax, column(), "no escape is written so", "'\\\"' or '\\\\'", line_.substr(at_, 2));
    }
    ++at_;
  }

  std::string_view line_;
  std::size_t at_ = 0;
};

}  // namespace

void line_error(Code code, std::uint32_t column, std::string message, std::string expected, std::string_view found) {
  LineError error{diagnose(code, {0, column}, std::move(message))};
  error.diagnostic.expected = std::move(expected);
  error.diagnostic.found = found.empty() ? "" : "'" + excerpt(found) + "'";
  throw error;
}

std::vector<LineWord> words_of(std::string_view line) { return Cutter(line).all(); }

std::optional<std::uint64_t> plain_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x")) {
    text.remove_prefix(2);
    base = 16;
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<Word> word_of_hex(std::string_view digits) {
  if (digits.empty() || digits.size() > 2 * record_bytes || digits.size() % 2 != 0) return std::nullopt;
  Word word{};
  for (std::size_t i = 0; i < digits.size(); ++i) {
    const char c = digits[i];
    unsigned digit = 0;
    if (c >= '0' && c <= '9') {
      digit = static_cast<unsigned>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      digit = static_cast<unsigned>(c - 'a') + 10;
    } else if (c >= 'A' && c <= 'F') {
      digit = static_cast<unsigned>(c - 'A') + 10;
    } else {
      return std::nullopt;
    }
    word[i / 2] = static_cast<std::uint8_t>(word[i / 2] * 16U + digit);
  }
  return word;
}

std::uint64_t number_of(const LineWord& word, std::uint64_t limit) {
  const auto value = word.quoted ? std::nullopt : plain_number(word.value);
  if (!value || *value > limit) {
    line_error(Code::assembly_syntax, word.value_column, "a number is needed here",
               fmt::format("a number up to {}", limit), word.value.empty() ? "nothing" : word.value);
  }
  return *value;
}

}  // namespace counterpoint::neuron
