// Counts what the members of a family of programs need, and fits exponents.
// SPDX-License-Identifier: Apache-2.0
#include "core/evaluation/family.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "core/diagnostic/internal_error.hpp"
#include "core/text/text.hpp"

namespace counterpoint {
namespace {

constexpr std::array schemes = {Scheme::per_instruction, Scheme::per_loop, Scheme::per_engine};

// One series for each parameter, the others held.
constexpr std::array<std::array<FamilyMember, 4>, 3> series = {{
    {{{2, 4, 1}, {2, 4, 2}, {2, 4, 4}, {2, 4, 8}}},
    {{{1, 4, 2}, {2, 4, 2}, {4, 4, 2}, {8, 4, 2}}},
    {{{2, 2, 2}, {2, 4, 2}, {2, 8, 2}, {2, 16, 2}}},
}};

std::uint64_t parameter(const FamilyMember& m, std::size_t which) {
  return which == 0 ? m.instructions : which == 1 ? m.loops : m.engines;
}

FamilyCount count(Scheme scheme, int optimize, const FamilyMember& member) {
  const auto program = parse_program(family_text(member), "family");
  require(program.has_value(), program ? "" : to_string(program.error().front()).c_str());
  AllocationOptions options;
  options.scheme = scheme;
  options.optimize = optimize;
  options.choices_up_to = 0;
  const auto allocation = allocate(*program, options);
  require(allocation.has_value(), allocation ? "" : to_string(allocation.error().front()).c_str());
  const Cost cost = cost_of(allocation->implementation);
  FamilyCount c{scheme, optimize, member};
  c.semaphores = cost.semaphores;
  c.registers = std::ranges::max(cost.registers);
  c.operations = static_cast<std::uint64_t>(std::llround(cost.operations_per_issue * 100));
  const std::uint64_t bodies = std::uint64_t{member.loops} * member.engines;
  c.expected_semaphores = scheme == Scheme::per_instruction ? bodies * member.instructions
                          : scheme == Scheme::per_loop      ? bodies
                                                            : member.engines;
  return c;
}

// Hundredths of the slope of log(count) over log(parameter).
std::int64_t exponent(const std::vector<FamilyCount>& counts, std::size_t which,
                      const std::function<std::uint64_t(const FamilyCount&)>& of) {
  double sx = 0;
  double sy = 0;
  double sxx = 0;
  double sxy = 0;
  const auto n = static_cast<double>(counts.size());
  for (const FamilyCount& c : counts) {
    const double x = std::log2(static_cast<double>(parameter(c.member, which)));
    const double y = std::log2(static_cast<double>(std::max<std::uint64_t>(of(c), 1)));
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  return std::llround(100 * (n * sxy - sx * sy) / (n * sxx - sx * sx));
}

}  // namespace

std::string family_text(const FamilyMember& m) {
  std::string out = "program family\nengine";
  for (std::uint32_t e = 0; e < m.engines; ++e) out += fmt::format(" e{}", e);
  out += '\n';
  for (std::uint32_t l = 0; l < m.loops; ++l) {
    out += fmt::format("loop l{} trips dynamic {{\n", l);
    for (std::uint32_t k = 0; k < m.instructions; ++k) {
      for (std::uint32_t e = 0; e < m.engines; ++e) {
        const std::string before =
            e > 0 ? fmt::format("x{}_{}_{}", l, e - 1, k) : fmt::format("x{}_{}_{}@l{}-1", l, m.engines - 1, k, l);
        out += fmt::format("  e{}: x{}_{}_{} after {}\n", e, l, e, k, before);
      }
    }
  }
  for (std::uint32_t l = 0; l < m.loops; ++l) out += "}\n";
  return out;
}

Family evaluate_family() {
  Family family;
  for (const Scheme scheme : schemes) {
    for (const int optimize : {0, 1}) {
      FamilyFit fit{scheme, optimize, {}, {}, {}};
      for (std::size_t which = 0; which < series.size(); ++which) {
        std::vector<FamilyCount> counts;
        for (const FamilyMember& m : series[which]) counts.push_back(count(scheme, optimize, m));
        fit.semaphores[which] = exponent(counts, which, [](const FamilyCount& c) { return c.semaphores; });
        fit.operations[which] = exponent(counts, which, [](const FamilyCount& c) { return c.operations; });
        fit.registers[which] = exponent(counts, which, [](const FamilyCount& c) { return c.registers; });
        family.counts.insert(family.counts.end(), counts.begin(), counts.end());
      }
      family.fits.push_back(fit);
    }
  }
  return family;
}

}  // namespace counterpoint
