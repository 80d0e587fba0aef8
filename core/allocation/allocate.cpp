// The table of schemes and the way to each.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/allocate.hpp"

#include <array>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

#define X(identifier, word, exact, summary) \
  tl::expected<Allocation, Diagnostics> allocate_##identifier(const Program&, const AllocationOptions&);
#include "core/allocation/schemes.def"
#undef X

namespace {

constexpr std::array table = {
#define X(identifier, word, exact, summary) SchemeEntry{Scheme::identifier, word, summary, exact},
#include "core/allocation/schemes.def"
#undef X
};

}  // namespace

std::span<const SchemeEntry> all_schemes() { return table; }

const SchemeEntry& entry(Scheme scheme) {
  require(static_cast<std::size_t>(scheme) < table.size(), "a scheme is in the table");
  return table[static_cast<std::size_t>(scheme)];
}

std::optional<Scheme> find_scheme(std::string_view word) {
  for (const SchemeEntry& e : table) {
    if (e.name == word) return e.scheme;
  }
  return std::nullopt;
}

tl::expected<Allocation, Diagnostics> allocate(const Program& program, const AllocationOptions& options) {
  switch (options.scheme) {
#define X(identifier, word, exact, summary) \
  case Scheme::identifier: return allocate_##identifier(program, options);
#include "core/allocation/schemes.def"
#undef X
  }
  require(false, "a scheme is in the table");
  return {};
}

}  // namespace counterpoint
