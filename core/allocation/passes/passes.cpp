// The table of passes, and the order in which they run.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/passes.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/allocation/passes/engine_pass.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

constexpr std::array pass_entries = {
#define X(identifier, word, level, summary) PassEntry{Pass::identifier, word, level, summary},
#include "core/allocation/passes/passes.def"
#undef X
};

constexpr int most_rounds = 4;

Implementation run_pass(Saving& saving, const Implementation& implementation, const passes::Budget& budget,
                        const GivenPass& given) {
  switch (saving.pass) {
#define GIVEN(identifier, word, level, summary) \
  case Pass::identifier: return given(implementation, saving.note);
#define X(identifier, word, level, summary) \
  case Pass::identifier: return passes::run_##identifier(implementation, budget);
#include "core/allocation/passes/passes.def"
#undef X
  }
  require(false, "a pass is in the table");
  return {};
}

// Whether the caller brings its function.
bool is_given(Pass pass) {
  switch (pass) {
#define X(identifier, word, level, summary)
#define GIVEN(identifier, word, level, summary) case Pass::identifier:
#include "core/allocation/passes/passes.def"
#undef X
    return true;
    default: return false;
  }
}

std::int64_t registers_of(const Cost& c) {
  return static_cast<std::int64_t>(std::accumulate(c.registers.begin(), c.registers.end(), std::uint64_t{0}));
}

std::int64_t less(std::uint64_t before, std::uint64_t after) {
  return static_cast<std::int64_t>(before) - static_cast<std::int64_t>(after);
}

bool same_cost(const Cost& a, const Cost& b) {
  return a.registers == b.registers && a.register_operations == b.register_operations && a.waits == b.waits &&
         a.semaphores == b.semaphores && a.code_bytes == b.code_bytes &&
         a.operations_per_issue == b.operations_per_issue;
}

void add_saving(Saving& out, const Cost& before, const Cost& after) {
  out.registers += registers_of(before) - registers_of(after);
  out.operations += less(before.register_operations, after.register_operations);
  out.waits += less(before.waits, after.waits);
  out.semaphores += less(before.semaphores, after.semaphores);
  out.code_bytes += less(before.code_bytes, after.code_bytes);
  out.operations_per_issue += before.operations_per_issue - after.operations_per_issue;
}

}  // namespace

std::span<const PassEntry> all_passes() { return pass_entries; }

const PassEntry& entry(Pass pass) {
  require(static_cast<std::size_t>(pass) < pass_entries.size(), "a pass is in the table");
  return pass_entries[static_cast<std::size_t>(pass)];
}

std::optional<Pass> find_pass(std::string_view word) {
  for (const PassEntry& e : pass_entries) {
    if (e.name == word) return e.pass;
  }
  return std::nullopt;
}

Optimized optimize(const Implementation& implementation, int level, std::span<const Pass> only,
                   const GivenPass& clocks) {
  Optimized out;
  out.implementation = implementation;
  out.before = cost_of(implementation);
  out.after = out.before;
  for (const PassEntry& e : pass_entries) {
    const bool runs = only.empty() ? e.level <= level : std::ranges::find(only, e.pass) != only.end();
    if (runs && (clocks || !is_given(e.pass))) out.savings.push_back({e.pass});
  }
  passes::Budget budget;
  for (const std::uint64_t r : out.before.registers) budget.push_back(r);
  for (int round = 0; round < most_rounds; ++round) {
    const Cost start = out.after;
    for (Saving& s : out.savings) {
      if (round > 0 && is_given(s.pass)) continue;
      out.implementation = run_pass(s, out.implementation, budget, clocks);
      Cost now = cost_of(out.implementation);
      add_saving(s, out.after, now);
      out.after = std::move(now);
    }
    if (same_cost(start, out.after)) break;
  }
  return out;
}

}  // namespace counterpoint
