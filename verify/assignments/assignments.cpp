// Enumerates or draws the trip counts of a bound.
// SPDX-License-Identifier: Apache-2.0
#include "verify/assignments/assignments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/machine/random.hpp"

namespace counterpoint {
namespace {

constexpr std::uint32_t uniform_values = 4;    // 0..3
constexpr std::uint32_t divergent_values = 3;  // 0..2
constexpr std::uint32_t branch_values = 2;     // 0..1

// a * b, at most `most` + 1.
std::size_t product(std::size_t a, std::size_t b, std::size_t most) { return a > most / b ? most + 1 : a * b; }

// Whether a loop encloses the scope, so that it may be visited more than once.
bool entered_again(const Tree& tree, ScopeId s) {
  for (ScopeId p = tree.scope(s).parent; p.valid(); p = tree.scope(p).parent) {
    if (tree.scope(p).is_loop()) return true;
  }
  return false;
}

}  // namespace

Assignments::Assignments(const Tree& tree, AssignmentOptions options) : options_(std::move(options)) {
  for (const ScopeId s : tree.scopes()) divergent_ = divergent_ || tree.scope(s).trip_kind == TripKind::divergent;
  for (const ScopeId s : tree.scopes()) {
    const Scope& scope = tree.scope(s);
    if (scope.trip_kind == TripKind::constant || scope.kind == ScopeKind::else_branch) continue;
    Variable v{s, EngineId::none(), divergent_ ? divergent_values : uniform_values, entered_again(tree, s)};
    if (scope.is_branch()) v.values = branch_values;
    if (scope.trip_kind == TripKind::dynamic) {
      variables_.push_back(v);
      continue;
    }
    for (const EngineId e : tree.engines()) {
      v.engine = e;
      variables_.push_back(v);
    }
  }
  std::size_t vectors = 1;
  std::size_t of_lists = 1;
  bool again = false;
  for (const Variable& v : variables_) {
    vectors = product(vectors, v.values, options_.most);
    of_lists = product(of_lists, v.again ? std::size_t{v.values} * v.values : v.values, options_.most);
    again = again || v.again;
  }
  all_constants_ = vectors <= options_.most;
  constants_ = std::min(vectors, options_.most);
  if (!again) return;
  all_lists_ = divergent_ && of_lists <= options_.most;
  lists_ = divergent_ ? std::min(of_lists, options_.most) : options_.random_lists;
}

std::uint64_t Assignments::drawn(std::size_t n, std::size_t variable, std::uint64_t what) const {
  return mix(mix(mix(options_.seed) ^ (n + 1)) ^ (std::uint64_t{variable} << 8U) ^ what);
}

Assignment Assignments::at(std::size_t n) const { return n < constants_ ? constant(n) : list(n - constants_); }

Assignment Assignments::constant(std::size_t n) const {
  Assignment result;
  std::size_t rest = n;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const Variable& x = variables_[v];
    const std::uint64_t digit = all_constants_ ? rest % x.values : drawn(n, v, 0) % x.values;
    rest /= x.values;
    result.push_back({x.scope, x.engine, {static_cast<std::uint32_t>(digit)}});
  }
  return result;
}

Assignment Assignments::list(std::size_t n) const {
  Assignment result;
  std::size_t rest = n;
  for (std::size_t v = 0; v < variables_.size(); ++v) {
    const Variable& x = variables_[v];
    std::size_t length = 1;
    if (x.again) length = divergent_ ? 2 : 2 + drawn(n, v, 1) % 3;
    TripChoice choice{x.scope, x.engine, {}};
    for (std::size_t k = 0; k < length; ++k) {
      const std::uint64_t digit = all_lists_ ? rest % x.values : drawn(n, v, 2 + k) % x.values;
      rest /= x.values;
      choice.counts.push_back(static_cast<std::uint32_t>(digit));
    }
    result.push_back(std::move(choice));
  }
  return result;
}

std::string Assignments::bound() const {
  if (variables_.empty()) return "no count varies";
  const std::uint32_t most = (divergent_ ? divergent_values : uniform_values) - 1;
  const auto amount = [](std::size_t count, bool all) {
    return all ? fmt::format("all {}", count) : fmt::format("{} drawn", count);
  };
  std::string out = fmt::format("constants per scope{} 0..{} ({})", divergent_ ? " and engine" : "", most,
                                amount(constants_, all_constants_));
  if (lists_ != 0) {
    out += fmt::format(", lists of {} ({})", divergent_ ? "two" : "2 to 4", amount(lists_, all_lists_));
  }
  return out;
}

Trips Assignments::trips(const Tree& tree, const Assignment& assignment,
                         const IdVector<EngineId, EngineId>& engines) const {
  Trips result = trips_of(tree, assignment, engines);
  for (const auto& [scope, count] : options_.resize) result.set_constant(scope, count);
  return result;
}

Trips trips_of(const Tree& tree, const Assignment& assignment, const IdVector<EngineId, EngineId>& engines) {
  Trips result(tree);
  for (const TripChoice& c : assignment) {
    if (c.engine.valid()) {
      result.set_list(c.scope, engines[c.engine], c.counts);
    } else {
      result.set_list(c.scope, c.counts);
    }
  }
  return result;
}

std::vector<std::string> trip_options(const Tree& tree, const Assignment& assignment) {
  std::vector<std::string> options;
  for (const TripChoice& c : assignment) {
    std::string& out = options.emplace_back(tree.scope_name(c.scope));
    if (c.engine.valid()) out += fmt::format("@{}", tree.engine_name(c.engine));
    out += fmt::format("={}", fmt::join(c.counts, ","));
  }
  return options;
}

std::string to_text(const Tree& tree, const Assignment& assignment) {
  return fmt::format("{}", fmt::join(trip_options(tree, assignment), " "));
}

}  // namespace counterpoint
