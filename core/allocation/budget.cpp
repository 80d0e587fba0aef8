// Budgets of semaphores and registers, and what is said where nothing fits into them.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/budget.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace counterpoint {
namespace {

std::string so_many(std::uint64_t n, std::string_view noun) {
  return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}
std::string semaphores(std::uint64_t n) { return so_many(n, "semaphore"); }
std::string registers(std::uint64_t n) { return so_many(n, "register") + " on an engine"; }

// The scheme that fits: one that is exact first, then that with the fewest semaphores.
const SchemeNeed* what_fits(const AllocationOptions& options, const std::vector<SchemeNeed>& all) {
  const auto key = [](const SchemeNeed& x) {
    return std::tuple(!entry(x.scheme).exact, x.need.semaphores, x.need.registers);
  };
  const SchemeNeed* best = nullptr;
  for (const SchemeNeed& x : all) {
    if (fits(x.need, options) && (best == nullptr || key(x) < key(*best))) best = &x;
  }
  return best;
}

// "and there may be 8", or "and the machine has 253".
std::string there_may_be(const AllocationOptions& options) {
  const bool whole = options.most_semaphores && *options.semaphores >= *options.most_semaphores;
  return whole ? fmt::format("and the machine has {}", *options.most_semaphores)
               : fmt::format("and there may be {}", *options.semaphores);
}

std::string offer(const SchemeNeed& x, const AllocationOptions& options) {
  return fmt::format("'--scheme {}' needs {}", entry(x.scheme).name, describe(x.need, options, true));
}

const SchemeNeed& fewest_semaphores(const std::vector<SchemeNeed>& all) {
  return *std::ranges::min_element(all, {}, [](const SchemeNeed& x) { return x.need.semaphores; });
}
const SchemeNeed& fewest_registers(const std::vector<SchemeNeed>& all) {
  return *std::ranges::min_element(all, {}, [](const SchemeNeed& x) { return x.need.registers; });
}

// "no scheme needs fewer than 3 semaphores ('--scheme barrier')".
std::string least(std::string_view number, Scheme best, Scheme asked) {
  return best == asked ? fmt::format("no scheme needs fewer than {}", number)
                       : fmt::format("no scheme needs fewer than {} ('--scheme {}')", number, entry(best).name);
}

std::string what_helps(const AllocationOptions& options, const std::vector<SchemeNeed>& all) {
  if (const SchemeNeed* best = what_fits(options, all)) return offer(*best, options);
  std::string out;
  if (options.semaphores) {
    const SchemeNeed& x = fewest_semaphores(all);
    out = least(semaphores(x.need.semaphores), x.scheme, options.scheme);
  }
  if (options.registers) {
    const SchemeNeed& x = fewest_registers(all);
    if (!out.empty()) out = "no scheme fits both; " + out + ", ";
    out += least(registers(x.need.registers), x.scheme, options.scheme);
  }
  return out;
}

}  // namespace

ResourceNeed need_of(const Implementation& implementation, const AllocationOptions& options) {
  ResourceNeed need{implementation.element_count(), 0};
  if (implementation.tree.barrier_count() != 0) need.semaphores += options.barrier_semaphores;
  for (const EngineId e : implementation.tree.engines()) {
    need.registers = std::max<std::uint64_t>(need.registers, implementation.register_count(e));
  }
  return need;
}

void Smallest::take(const ResourceNeed& need, const AllocationOptions& options) {
  const auto by_semaphores = [](const ResourceNeed& x) { return std::pair(x.semaphores, x.registers); };
  const auto by_registers = [](const ResourceNeed& x) { return std::pair(x.registers, x.semaphores); };
  const auto keep = [&](std::optional<ResourceNeed>& best, const auto& key) {
    if (!best || key(need) < key(*best)) best = need;
  };
  if (fits_registers(need, options) && can_be_given(need.semaphores, options)) keep(semaphores, by_semaphores);
  if (fits_semaphores(need, options)) keep(registers, by_registers);
  keep(fewest_semaphores, by_semaphores);
  keep(fewest_registers, by_registers);
}

std::string describe(const ResourceNeed& need, const AllocationOptions& options, bool all) {
  std::string out;
  if (options.semaphores && (all || !fits_semaphores(need, options))) out = semaphores(need.semaphores);
  if (options.registers && (all || !fits_registers(need, options))) {
    out += (out.empty() ? "" : " and ") + registers(need.registers);
  }
  return out;
}

Diagnostic refuse_over_budget(const AllocationOptions& options, const ResourceNeed& needed,
                              const std::vector<SchemeNeed>& all) {
  const bool by_semaphores = !fits_semaphores(needed, options);
  const bool by_registers = !fits_registers(needed, options);
  std::string limit;
  if (by_semaphores && by_registers) {
    limit = fmt::format("and there may be {} and {}", *options.semaphores, *options.registers);
  } else {
    limit = by_semaphores ? there_may_be(options) : fmt::format("and there may be {}", *options.registers);
  }
  Diagnostic out =
      diagnose(by_semaphores ? Code::too_many_semaphores : Code::too_many_registers, {},
               fmt::format("scheme {} needs {} {}", entry(options.scheme).name, describe(needed, options), limit));
  out.help = what_helps(options, all);
  return out;
}

Diagnostic refuse_every_choice(const AllocationOptions& options, const Smallest& smallest,
                               const std::vector<SchemeNeed>& all) {
  const bool both = options.semaphores && options.registers;
  const bool more_semaphores = options.semaphores && smallest.semaphores;
  const bool more_registers = options.registers && smallest.registers;
  std::string said;
  std::string help;
  if (more_semaphores) {
    const std::uint64_t n = smallest.semaphores->semaphores;
    said = fmt::format("at least {} {}", semaphores(n), there_may_be(options));
    if (both) said = fmt::format("with {}, {}", registers(*options.registers), said);
    help = fmt::format("'--semaphores {}' is enough", n);
  }
  if (more_registers) {
    const std::uint64_t n = smallest.registers->registers;
    std::string other = fmt::format("at least {} and there may be {}", registers(n), *options.registers);
    if (both) other = fmt::format("with {}, {}", semaphores(*options.semaphores), other);
    said += (said.empty() ? "" : ", or ") + other;
    help += fmt::format("{}'--registers {}' is enough", help.empty() ? "" : ", or ", n);
  }
  if (!more_semaphores && !more_registers) {
    const ResourceNeed& few = *smallest.fewest_semaphores;
    said = fmt::format("at least {} {}", semaphores(few.semaphores), there_may_be(options));
    const bool enough = can_be_given(few.semaphores, options);
    if (both) {
      said += fmt::format(", and at least {} and there may be {}", registers(smallest.fewest_registers->registers),
                          *options.registers);
      if (enough) help = fmt::format("'--semaphores {} --registers {}' is enough", few.semaphores, few.registers);
    }
  } else if (both && !more_semaphores) {
    help += fmt::format("; no number of semaphores is, with {}", registers(*options.registers));
  } else if (both && !more_registers) {
    help += fmt::format("; no number of registers is, with {}", semaphores(*options.semaphores));
  }
  const bool of_semaphores = options.semaphores && (more_semaphores || !more_registers);
  Diagnostic out = diagnose(
      of_semaphores ? Code::too_many_semaphores : Code::too_many_registers, {},
      fmt::format("scheme {} needs{} {}", entry(options.scheme).name, said.starts_with("with") ? "," : "", said));
  if (const SchemeNeed* best = what_fits(options, all)) help += (help.empty() ? "" : "; ") + offer(*best, options);
  out.help = std::move(help);
  return out;
}

}  // namespace counterpoint
