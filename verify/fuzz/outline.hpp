// A canonical text as lines and clauses that can be taken out.
// SPDX-License-Identifier: Apache-2.0
//
// What. `print` writes one item a line and one order of options, so a line is taken apart by its words alone: engine,
// name, options, and the clauses of an option that commas separate. Putting it together gives a text again.
// Why not the trees themselves. Programs and implementations are flat arrays that cannot be changed; what an edited
// text means, and whether it means anything, the parser says, so there is no second understanding of the language here.
// Cost: linear in the text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace counterpoint::fuzzing {

// "after i0, i1@L0-1", "signal s += 1", "cost 5".
struct Option {
  std::string word;
  std::vector<std::string> clauses;
};

struct Line {
  enum class Kind : std::uint8_t { declaration, open, otherwise, close, barrier, statement } kind = Kind::statement;
  std::string engine;  // of a statement
  // Declaration: its word ("semaphore"), or all of it where nothing can be taken out. Open: "loop L0 trips 3",
  // "if A1 divergent". Statement: the instruction, "" for one that stands alone, else all of it ("r := r + 1",
  // "fence").
  std::string head;
  std::vector<Option> options;  // a declaration has one without a word: what it declares, "e0", "s0 = 1"
  bool instruction = false;

  [[nodiscard]] bool is(Kind k) const { return kind == k; }
  [[nodiscard]] bool declares(std::string_view what) const { return kind == Kind::declaration && head == what; }
};

using Outline = std::vector<Line>;

[[nodiscard]] Outline outline_of(std::string_view canonical_text);
[[nodiscard]] std::string text_of(const Outline& outline);

// The words of a text, separated by blanks and line ends.
[[nodiscard]] std::vector<std::string> words_of(std::string_view text);
// "L0" of "loop L0 trips 3" or "if L0".
[[nodiscard]] std::string scope_of(const Line& open);
// One past the line that closes what line `open` opens.
[[nodiscard]] std::size_t end_of_scope(const Outline& outline, std::size_t open);

}  // namespace counterpoint::fuzzing
