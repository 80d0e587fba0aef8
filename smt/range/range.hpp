// Up to how many entries of loops no number of an implementation leaves its width.
// SPDX-License-Identifier: Apache-2.0
//
// What. The proofs speak of integers. A machine of `width` bits computes the same as long as every result of a register
// operation, every threshold and every semaphore stays in [-2^(w-1), 2^(w-1)). Each such value is bounded by a linear
// form over the entries of loops; what is left is a condition `sum of c * E <= n` for each, of which the strictest
// are kept. `entries` is the largest number such that all hold when no loop is entered more often on any engine.
// How. A value is rewritten over the counts at its place (smt/walk), where registers that are no combination of counts
// (histories) have proved bounds. Choices take the larger side. That the bound suffices is an obligation of its own for
// each extreme value, put to the solvers with the facts of its place and without this analysis.
// By wrapped difference nothing needs to stay in range but what is compared, or goes through min, max, mod or div.
// Cost: linear in the register operations. Source: semantics.md 5.8, certification.md 6.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "smt/obligations/consumer.hpp"

namespace counterpoint::smt {

// sum of factor * E of scope <= at_most.
struct RangeCondition {
  std::vector<std::pair<ScopeId, std::int64_t>> sum;
  std::int64_t at_most = 0;
  std::string what;  // the value, in the program's own words
};

struct Ranges {
  std::optional<std::int64_t> entries;     // none: nothing bounds it (no loop), or something is open
  std::vector<RangeCondition> conditions;  // the strictest for each set of scopes, strictest first
  std::vector<OpenObligation> open;        // values that no linear form bounds, or bounds that were not proved
};

// `width` from 2 to 64 bits. `wrapped`: waits compare by wrapped difference.
[[nodiscard]] Ranges prove_ranges(const Setting& setting, std::uint32_t width, bool wrapped);

}  // namespace counterpoint::smt
