// The shape of an obligation: fingerprints of its terms that do not depend on names or numbers.
// SPDX-License-Identifier: Apache-2.0
//
// What. Every distinct term of some roots gets a 64-bit fingerprint, and an order of its parts that follows from
// fingerprints alone.
// How. Colour refinement (Weisfeiler and Leman 1968; see Berkholz, Bonsma, Grohe 2017): variables start with their
// sort, a term's fingerprint is made of its kind, its numbers and the fingerprints of its parts (a set where the order
// means nothing, and either sign of an equation), and a variable's next colour of where it occurs: from the roots down
// every occurrence adds its context. Once no round tells more variables apart, one of the first class that still has
// several is singled out and refinement goes on; nearly always such variables can be exchanged, so that it does not
// matter which.
// Why so. Terms are kept in order of their numbers, which depend on what was made first. Texts must not: the same
// obligation about another loop is the same question.
// Invariant. Never are two variables merged: a fingerprint only puts things in order. If two terms have the same by
// accident, or the rounds run out, the text may depend on numbers, and is still the text of these terms.
// Cost: O(parts) for a round, at most `most_rounds`; two to four are usual. Source: certification.md 6.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "smt/terms/terms.hpp"

namespace counterpoint::smt {

// A part of a term, by local number. Of sums and comparisons `coefficient` is the atom's; else it is the place.
struct ShapePart {
  std::uint32_t part = 0;
  std::int64_t coefficient = 0;
};

struct ShapeTerm {
  Term term;
  TermKind kind{};
  Sort sort{};
  std::int64_t constant = 0;  // of comparisons, that of the sum
  std::uint32_t first = 0;    // its parts in Shape::parts; a comparison holds the summands of its sum
  std::uint32_t count = 0;
  std::uint64_t fingerprint = 0;
};

struct Shape {
  std::vector<ShapeTerm> terms;  // parts before what they are part of
  std::vector<ShapePart> parts;
  std::vector<std::uint32_t> roots;  // as given

  [[nodiscard]] std::span<const ShapePart> parts_of(std::uint32_t t) const {
    return {parts.data() + terms[t].first, terms[t].count};
  }
  [[nodiscard]] std::span<ShapePart> parts_of(std::uint32_t t) {
    return {parts.data() + terms[t].first, terms[t].count};
  }
};

// Whether the parts of such a term are a set.
[[nodiscard]] bool is_set(TermKind kind);

// Of distinct roots, of which the last is the goal. Sets are in order: variables first, then by fingerprint.
[[nodiscard]] Shape shape_of(const Terms& terms, std::span<const Term> roots);

}  // namespace counterpoint::smt
