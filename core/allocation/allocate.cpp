// The table of schemes and the way to each.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/allocate.hpp"

#include <fmt/format.h>

#include <array>

#include "core/allocation/automatic.hpp"
#include "core/allocation/passes/passes.hpp"
#include "core/allocation/refusals.hpp"
#include "core/dependence/redundant.hpp"
#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {

#define X(identifier, word, exact, summary) \
  tl::expected<Allocation, Diagnostics> allocate_##identifier(const Program&, const AllocationOptions&);
#include "core/allocation/schemes.def"
#undef X

namespace {

constexpr std::array scheme_entries = {
#define X(identifier, word, exact, summary) SchemeEntry{Scheme::identifier, word, summary, exact},
#include "core/allocation/schemes.def"
#undef X
};

}  // namespace

std::span<const SchemeEntry> all_schemes() { return scheme_entries; }

const SchemeEntry& entry(Scheme scheme) {
  require(static_cast<std::size_t>(scheme) < scheme_entries.size(), "a scheme is in the table");
  return scheme_entries[static_cast<std::size_t>(scheme)];
}

std::optional<Scheme> find_scheme(std::string_view word) {
  for (const SchemeEntry& e : scheme_entries) {
    if (e.name == word) return e.scheme;
  }
  return std::nullopt;
}

namespace {

tl::expected<Allocation, Diagnostics> allocate_plainly(const Program& program, const AllocationOptions& options) {
  switch (options.scheme) {
#define X(identifier, word, exact, summary) \
  case Scheme::identifier: return allocate_##identifier(program, options);
#include "core/allocation/schemes.def"
#undef X
  }
  require(false, "a scheme is in the table");
  return {};
}

// Whom a redundant dependency leaves its work to: the last dependency on its path.
std::string kept_by(const Program& program, const Redundancy& r) {
  std::string out;
  for (const PathStep& step : r.path) {
    if (step.kind != PathStepKind::after || !step.dependency.valid()) continue;
    out += fmt::format("{}{}", out.empty() ? "kept by " : ", ", subject_of(program, step.dependency));
  }
  return out.empty() ? std::string("kept by the others") : out;
}

// From level 2 on a program is allocated without the dependencies that the others keep.
struct Shortened {
  std::vector<Redundancy> redundancies;
  std::vector<bool> removed;
  std::optional<Program> program;  // if any were removed

  [[nodiscard]] const Program& of(const Program& whole) const { return program ? *program : whole; }
};
Shortened shorten(const Program& program, const AllocationOptions& options) {
  Shortened out;
  out.removed.resize(program.dependency_count(), false);
  if (options.optimize < 2) return out;
  RedundancyOptions chains;
  chains.third_engine = true;
  out.redundancies = redundant(program, chains);
  for (const Redundancy& r : out.redundancies) out.removed[r.dependency.value] = true;
  if (!out.redundancies.empty()) out.program = without(program, out.removed);
  return out;
}

// Through the scheme, through the passes.
tl::expected<Allocation, Diagnostics> allocate_optimized(const Program& program, const AllocationOptions& options) {
  const auto [redundancies, removed, shorter] = shorten(program, options);
  auto out = allocate_plainly(shorter ? *shorter : program, options);
  if (!out) return out;
  // The choices speak of the dependencies of the shorter program.
  std::vector<DependencyId> kept;
  for (const DependencyId d : program.all_dependencies()) {
    if (!removed[d.value]) kept.push_back(d);
  }
  for (Choice& c : out->choices) {
    if (c.dependency.valid()) c.dependency = kept[c.dependency.value];
  }
  if (program.dependency_count() <= options.choices_up_to) {
    for (const Redundancy& r : redundancies) {
      out->choices.push_back({r.dependency, subject_of(program, r.dependency), "nothing", kept_by(program, r)});
    }
  }
  out->redundant = redundancies.size();
  Optimized optimized = optimize(out->implementation, options.optimize, {}, options.clocks);
  out->implementation = std::move(optimized.implementation);
  out->savings = std::move(optimized.savings);
  return out;
}

tl::expected<Allocation, Diagnostics> allocate_by_scheme(const Program& program, const AllocationOptions& options) {
  return options.optimize < 2 ? allocate_plainly(program, options) : allocate_optimized(program, options);
}

// All schemes are tried, since what one needs is known only when it is through; but `auto` not once more. Only on the
// way to a refusal.
std::vector<SchemeNeed> need_of_all(const Program& program, AllocationOptions options) {
  std::vector<SchemeNeed> out;
  const Scheme asked = options.scheme;
  options.choices_up_to = 0;
  for (const SchemeEntry& e : scheme_entries) {
    if (asked == Scheme::automatic && e.scheme == asked) continue;
    options.scheme = e.scheme;
    const auto made = allocate_by_scheme(program, options);
    if (made) out.push_back({e.scheme, need_of(made->implementation, options)});
  }
  return out;
}

Diagnostic refuse(const Program& program, const AllocationOptions& options, const ResourceNeed& needed) {
  const std::vector<SchemeNeed> all = need_of_all(program, options);
  if (options.scheme != Scheme::automatic) return refuse_over_budget(options, needed, all);
  Smallest smallest = smallest_budgets(shorten(program, options).of(program), options);
  for (const SchemeNeed& x : all) {
    if (options.barriers_at_last && x.scheme == Scheme::barrier) smallest.take(x.need, options);
  }
  return refuse_every_choice(options, smallest, all);
}

}  // namespace

tl::expected<Allocation, Diagnostics> allocate(const Program& program, const AllocationOptions& options) {
  const auto good = [&](const tl::expected<Allocation, Diagnostics>& made) {
    return made && (!has_budget(options) || fits(need_of(made->implementation, options), options));
  };
  auto allocation = allocate_by_scheme(program, options);
  if (good(allocation)) return allocation;
  if (options.scheme == Scheme::automatic && options.barriers_at_last) {
    AllocationOptions last = options;
    last.scheme = Scheme::barrier;
    if (auto barriers = allocate_by_scheme(program, last); good(barriers)) return barriers;
  }
  // What no scheme allocates is best explained by the one that was asked for.
  if (!allocation) return allocation;
  return tl::unexpected(Diagnostics{refuse(program, options, need_of(allocation->implementation, options))});
}

}  // namespace counterpoint
