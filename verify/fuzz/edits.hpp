// The edits of the shrinker: smaller versions of a case, as texts.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "verify/fuzz/case.hpp"
#include "verify/fuzz/outline.hpp"

namespace counterpoint::fuzzing {

// A case as texts that can be edited.
struct Draft {
  Outline program;
  std::optional<Outline> implementation;  // by hand
  std::optional<AllocationOptions> options;
  std::vector<std::string> trips;
  std::uint64_t window = 0;
  std::uint32_t width = 0;
  Comparison compare = Comparison::as_signed;
};
[[nodiscard]] Draft draft_of(const Case& any);
// Nothing if the texts cannot be read, do not fit each other, or the trips do not fit them. What allocation options
// make of it is not asked.
[[nodiscard]] std::optional<Case> case_of(const Draft& draft);

// One kind of edit. `make` gives the n-th edit of that kind, nothing past the last one.
struct EditEntry {
  std::string_view name;
  std::optional<Draft> (*make)(const Draft&, std::size_t n);
};
// Larger ones first.
[[nodiscard]] std::span<const EditEntry> all_edits();

}  // namespace counterpoint::fuzzing
