// The table of fault operators.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/operators.hpp"

#include <algorithm>
#include <array>

namespace counterpoint::mutation {
namespace {

constexpr std::array operators = {
#define X(identifier, word, summary) OperatorEntry{word, summary, identifier},
#include "verify/mutate/operators.def"
#undef X
};

}  // namespace

std::span<const OperatorEntry> all_operators() { return operators; }

std::optional<SemaphoreId> another_semaphore(const Draft& draft, SemaphoreId s) {
  const std::size_t count = draft.semaphores.size();
  const Semaphore& mine = draft.semaphores[s];
  for (std::size_t n = 1; n < count; ++n) {
    const SemaphoreId other{(s.value + n) % count};
    const Semaphore& x = draft.semaphores[other];
    if (x.flag == mine.flag && x.array == mine.array && x.size == mine.size) return other;
  }
  return std::nullopt;
}

std::optional<std::size_t> next_instruction(const Draft& draft, std::size_t line) {
  for (std::size_t n = line + 1; n < draft.lines.size(); ++n) {
    const Line& x = draft.lines[n];
    if (x.is(StatementKind::instruction) && x.engine == draft.lines[line].engine) return n;
  }
  return std::nullopt;
}

const OperatorEntry* find_operator(std::string_view name) {
  const auto* found = std::ranges::find(operators, name, &OperatorEntry::name);
  return found == operators.end() ? nullptr : found;
}

}  // namespace counterpoint::mutation
