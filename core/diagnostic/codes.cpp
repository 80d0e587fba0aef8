// The table of diagnostic codes, as data.
// SPDX-License-Identifier: Apache-2.0
#include "core/diagnostic/codes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

constexpr std::array code_entries = {
#define X(number, name, severity, meaning, wrong, right) \
  CodeEntry{Code{number}, #name, #severity, meaning, wrong, right},
#include "core/diagnostic/codes.def"
// Those that are not in the enumeration, and come last.
#include "core/diagnostic/ascend_codes.def"
#undef X
};

constexpr bool sorted() {
  for (std::size_t i = 1; i < code_entries.size(); ++i) {
    if (code_entries[i - 1].code >= code_entries[i].code) return false;
  }
  return true;
}
static_assert(sorted(), "codes.def and ascend_codes.def are sorted by number and have no number twice");

}  // namespace

std::span<const CodeEntry> all_codes() { return code_entries; }

const CodeEntry& entry(Code code) {
  const auto* found = std::ranges::lower_bound(code_entries, code, {}, &CodeEntry::code);
  require(found != code_entries.end() && found->code == code, "a diagnostic code is in the table");
  return *found;
}

std::string_view code_text(Code code) {
  static const auto texts = [] {
    std::array<std::string, code_entries.size()> all;
    for (std::size_t i = 0; i < code_entries.size(); ++i) {
      const std::string digits = std::to_string(static_cast<unsigned>(code_entries[i].code));
      all[i] = "CP" + std::string(4 - digits.size(), '0') + digits;
    }
    return all;
  }();
  return texts[static_cast<std::size_t>(&entry(code) - code_entries.data())];
}

}  // namespace counterpoint
