// The table of schemes and the way to each.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/allocate.hpp"

#include <fmt/format.h>

#include <array>

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

// Without the dependencies that the others keep, through the scheme, through the passes.
tl::expected<Allocation, Diagnostics> allocate_optimized(const Program& program, const AllocationOptions& options) {
  RedundancyOptions chains;
  chains.third_engine = true;
  const std::vector<Redundancy> redundancies = redundant(program, chains);
  std::vector<bool> removed(program.dependency_count(), false);
  for (const Redundancy& r : redundancies) removed[r.dependency.value] = true;
  auto out = allocate_plainly(redundancies.empty() ? program : without(program, removed), options);
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
  Optimized optimized = optimize(out->implementation, options.optimize);
  out->implementation = std::move(optimized.implementation);
  out->savings = std::move(optimized.savings);
  return out;
}

tl::expected<Allocation, Diagnostics> allocate_by_scheme(const Program& program, const AllocationOptions& options) {
  return options.optimize < 2 ? allocate_plainly(program, options) : allocate_optimized(program, options);
}

std::uint64_t elements_of(const Implementation& implementation) {
  std::uint64_t elements = 0;
  for (const Semaphore& s : implementation.semaphores) elements += s.size;
  return elements;
}

// The scheme that needs the fewest semaphores is what helps, or shows that none does: all are tried, since how many one
// needs is known only when it is through. Only on the way to a refusal.
Diagnostic refuse_for_want_of_semaphores(const Program& program, AllocationOptions options, std::uint64_t needed) {
  const std::uint64_t most = *options.semaphores;
  const Scheme asked = options.scheme;
  Scheme best = asked;
  std::uint64_t fewest = needed;
  options.choices_up_to = 0;
  for (const SchemeEntry& e : scheme_entries) {
    if (e.scheme == asked) continue;
    options.scheme = e.scheme;
    const auto other = allocate_by_scheme(program, options);
    if (!other || elements_of(other->implementation) >= fewest) continue;
    best = e.scheme;
    fewest = elements_of(other->implementation);
  }
  Diagnostic out = diagnose(Code::too_many_semaphores, {},
                            fmt::format("scheme {} needs {} {} and there may be {}", entry(asked).name, needed,
                                        needed == 1 ? "semaphore" : "semaphores", most));
  if (best == asked) {
    out.help = fmt::format("no scheme needs fewer than {}", needed);
  } else if (fewest <= most) {
    out.help = fmt::format("'--scheme {}' needs {}", entry(best).name, fewest);
  } else {
    out.help = fmt::format("no scheme needs fewer than {} ('--scheme {}')", fewest, entry(best).name);
  }
  return out;
}

}  // namespace

tl::expected<Allocation, Diagnostics> allocate(const Program& program, const AllocationOptions& options) {
  auto allocation = allocate_by_scheme(program, options);
  if (!allocation || !options.semaphores) return allocation;
  const std::uint64_t needed = elements_of(allocation->implementation);
  if (needed <= *options.semaphores) return allocation;
  return tl::unexpected(Diagnostics{refuse_for_want_of_semaphores(program, options, needed)});
}

}  // namespace counterpoint
