// Chooses the lemmas behind a proof.
// SPDX-License-Identifier: Apache-2.0
#include "smt/certificate/lemmas.hpp"

#include <algorithm>
#include <array>

namespace counterpoint::smt {
namespace {

// Beginnings of names.
constexpr std::array<std::string_view, 5> always{"decode-", "cursor-", "conjunction", "earlier-consumer", "monotone"};
constexpr std::array<std::string_view, 5> where_uniform{"barrier-", "chain", "per-engine-", "progress", "reset-"};
constexpr std::array<std::string_view, 1> where_width{"range-"};
constexpr std::array<std::string_view, 2> where_wrapped{"wrap-", "two-level-wrap-safe"};

}  // namespace

std::vector<Lemma> lemmas_behind(const LemmasAsked& asked) {
  std::vector<Lemma> chosen;
  for (const Lemma& lemma : all_lemmas()) {
    const auto begins = [&](std::string_view beginning) { return lemma.name.starts_with(beginning); };
    if (std::ranges::any_of(always, begins) || (asked.uniform && std::ranges::any_of(where_uniform, begins)) ||
        (asked.width && std::ranges::any_of(where_width, begins)) ||
        (asked.wrapped && std::ranges::any_of(where_wrapped, begins))) {
      chosen.push_back(lemma);
    }
  }
  return chosen;
}

}  // namespace counterpoint::smt
