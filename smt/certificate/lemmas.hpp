// The general lemmas that a proof leans on, as SMT-LIB text: the files of proofs-notes/lemmas, built in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace counterpoint::smt {

struct Lemma {
  std::string_view name;  // of its file
  std::string_view text;  // unsat, as it says
};

// All files, by name. Made by the build (cmake/CounterpointLemmas.cmake).
[[nodiscard]] std::span<const Lemma> all_lemmas();

// What a proof used beyond what every proof does.
struct LemmasAsked {
  bool uniform = false;  // trips that are the same on every engine
  bool width = false;    // numbers that are proved to fit
  bool wrapped = false;  // waits that compare by wrapped difference
};

// Those behind a proof: how thresholds decode to counts, how cursors move, what was reached stays reached; where
// uniform trips are used also chains, ordinals of other engines, barriers and progress; with a width up to where
// thresholds fit; by wrapped difference what it says of the difference, and masks that subtract.
[[nodiscard]] std::vector<Lemma> lemmas_behind(const LemmasAsked& asked);

}  // namespace counterpoint::smt
