// The reserved words of the language.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace counterpoint {

enum class Word : std::uint8_t {
  none,
  program,
  implementation,
  scheme,
  unit,
  engine,
  engines,
  inorder,
  buffer,
  slots,
  semaphore,
  flag,
  loop,
  trips,
  dynamic,
  divergent,
  if_,
  else_,
  barrier,
  reset,
  fence,
  after,
  cost,
  interval,
  transfer,
  op,
  reads,
  writes,
  wait,
  take,
  signal,
  at,
  issue,
  retire,
  gt,
  min,
  max,
  mod,
  div,
  root
};

// In the order of the enumeration. Source: language.md, "Reserved".
inline constexpr std::array<std::string_view, 40> word_texts = {"",          "program",   "implementation",
                                                                "scheme",    "unit",      "engine",
                                                                "engines",   "inorder",   "buffer",
                                                                "slots",     "semaphore", "flag",
                                                                "loop",      "trips",     "dynamic",
                                                                "divergent", "if",        "else",
                                                                "barrier",   "reset",     "fence",
                                                                "after",     "cost",      "interval",
                                                                "transfer",  "op",        "reads",
                                                                "writes",    "wait",      "take",
                                                                "signal",    "at",        "issue",
                                                                "retire",    "gt",        "min",
                                                                "max",       "mod",       "div",
                                                                "root"};

[[nodiscard]] constexpr std::string_view text_of(Word w) { return word_texts[static_cast<std::size_t>(w)]; }

namespace words_detail {

inline constexpr std::size_t longest = 14;
constexpr std::size_t hash(std::string_view s) {
  return (static_cast<unsigned char>(s.front()) * 7U + static_cast<unsigned char>(s.back()) * 3U + s.size()) & 127U;
}
// Open addressing with linear probing; a third full, so that most names miss at the first look.
constexpr std::array<Word, 128> make_table() {
  std::array<Word, 128> table{};
  for (std::size_t i = 1; i < word_texts.size(); ++i) {
    std::size_t at = hash(word_texts[i]);
    while (table[at] != Word::none) at = (at + 1) & 127U;
    table[at] = static_cast<Word>(i);
  }
  return table;
}
inline constexpr std::array<Word, 128> table = make_table();

}  // namespace words_detail

// The reserved word of that text, Word::none if it is none. `text` is not empty.
[[nodiscard]] constexpr Word reserved_word(std::string_view text) {
  if (text.size() > words_detail::longest) return Word::none;
  for (std::size_t at = words_detail::hash(text);; at = (at + 1) & 127U) {
    const Word w = words_detail::table[at];
    if (w == Word::none || text_of(w) == text) return w;
  }
}

}  // namespace counterpoint
