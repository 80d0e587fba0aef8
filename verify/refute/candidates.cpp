// Lists what is worth trying.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/candidates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace counterpoint::refuting {
namespace {

constexpr std::uint32_t largest_count = 0x7fffffffU;  // of --trips
constexpr std::size_t most_hints = 64;
constexpr std::size_t most_text_counts = 24;
constexpr std::uint32_t largest_text_count = 4096;
constexpr std::uint32_t largest_level = 1U << 16U;
constexpr std::size_t most_ended = 256;
constexpr std::size_t most_drawn_first = 256;
constexpr std::size_t most_sorted = std::size_t{1} << 22U;  // numbers looked at to sort by sums

enum Change : std::uint32_t { as_it_is, one_more, others_2, one_less, others_0, others_3, changes };

std::uint32_t others_of(std::uint32_t change) {
  switch (change) {
    case others_2: return 2;
    case others_0: return 0;
    case others_3: return 3;
    default: return 1;
  }
}

// What fits the tree, with counts that options can say.
Assignment fitting(const Tree& tree, const Assignment& hint) {
  Assignment result;
  for (const TripChoice& c : hint) {
    if (!tree.scopes().contains(c.scope) || c.counts.empty()) continue;
    const Scope& scope = tree.scope(c.scope);
    if (scope.trip_kind == TripKind::constant || scope.kind == ScopeKind::else_branch) continue;
    const bool one_engine = scope.trip_kind == TripKind::divergent && tree.engines().contains(c.engine);
    if (c.engine.valid() && !one_engine) continue;
    TripChoice& choice = result.emplace_back(c);
    for (std::uint32_t& n : choice.counts) n = std::min(n, scope.is_branch() ? 1 : largest_count);
  }
  return result;
}

std::uint64_t sum_of(const Assignment& a) {
  std::uint64_t sum = 0;
  for (const TripChoice& c : a) sum = std::accumulate(c.counts.begin(), c.counts.end(), sum);
  return sum;
}

AssignmentOptions listed(const RefuteOptions& options) {
  AssignmentOptions list;
  list.most = std::clamp<std::size_t>(options.assignments, 1, list.most);
  return list;
}

void add_text_count(std::set<std::uint32_t>& counts, std::int64_t n) {
  if (n <= 3 || n > largest_text_count) return;
  counts.insert(static_cast<std::uint32_t>(n));
  if (counts.size() > most_text_counts) counts.erase(std::prev(counts.end()));
}

}  // namespace

std::vector<std::uint32_t> larger_counts(const Program& program, const Implementation& implementation,
                                         std::uint32_t width) {
  std::set<std::uint32_t> counts;
  for (const Distance& k : program.distances) {
    for (std::int64_t n : {1, 2}) add_text_count(counts, std::int64_t{k.distance} + n);
  }
  const auto look_at = [&](Operand o) {
    if (!o.is_literal()) return;
    for (std::int64_t n : {-1, 0, 1, 2}) {
      if (implementation.literal(o) <= largest_text_count) add_text_count(counts, implementation.literal(o) + n);
    }
  };
  for (const RegisterOperation& o : implementation.operations) {
    look_at(o.a);
    look_at(o.b);
  }
  for (const Wait& w : implementation.waits) look_at(w.value);
  for (const std::uint32_t n : {4U, 5U, 6U, 7U, 8U, 9U, 16U, 32U, 64U}) counts.insert(n);
  if (width != 0 && width <= 16) {
    const std::uint32_t half = 1U << (width - 1);
    for (const std::uint32_t n : {half - 1, half, half + 1}) counts.insert(std::max(n, 4U));
  }
  return {counts.begin(), counts.end()};
}

Candidates::Candidates(const Program& program, const Implementation& implementation, const RefuteOptions& options)
    : tree_(program.tree), most_(options.assignments), list_(program.tree, listed(options)) {
  for (const Assignment& h : options.hints) {
    if (hints_.size() < most_hints) hints_.push_back(fitting(tree_, h));
  }
  add_hints();
  if (list_.variables().empty()) {
    add(Kind::listed, 0);
    bound_ += list_.bound();
    first_after_probes_ = recipes_.size();
    return;
  }
  add_probes();
  first_after_probes_ = recipes_.size();
  add_bound();
  add_ended();
  add_larger(larger_counts(program, implementation, options.width));
}

void Candidates::add(Kind kind, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (recipes_.size() < most_) recipes_.push_back({kind, a, b, c});
}

void Candidates::name_group(const std::string& text, std::size_t from) {
  const std::size_t count = recipes_.size() - from;
  if (count == 0) return;
  if (!bound_.empty()) bound_ += ", ";
  bound_ += fmt::vformat(text, fmt::make_format_args(count));
}

void Candidates::add_hints() {
  const std::size_t from = recipes_.size();
  for (std::uint32_t h = 0; h < hints_.size(); ++h) {
    if (!hints_[h].empty()) add(Kind::hint, h, as_it_is);
  }
  for (std::uint32_t change = one_more; change < changes; ++change) {
    for (std::uint32_t h = 0; h < hints_.size(); ++h) {
      if (!hints_[h].empty()) add(Kind::hint, h, change);
    }
  }
  name_group("{} from hints", from);
}

void Candidates::add_probes() {
  const std::size_t from = recipes_.size();
  for (const std::uint32_t count : {3U, 2U, 1U}) add(Kind::level, count, 1);
  for (std::uint32_t n = 0; n < 6; ++n) add(Kind::wave, n);
  add(Kind::level, 2, 0);
  add(Kind::level, 0, 0);
  name_group("{} probes", from);
}

void Candidates::add_bound() {
  const std::size_t from = recipes_.size();
  const auto variables = static_cast<std::uint32_t>(list_.variables().size());
  // Many scopes: a drawn vector tries something with each of them at once.
  const std::size_t drawn = list_.all_constants() ? 0 : std::min(list_.size(), most_drawn_first);
  for (std::uint32_t n = 0; n < drawn; ++n) add(Kind::listed, n);
  name_group("{} drawn vectors", from);
  if (!list_.all_constants()) {
    const std::size_t before = recipes_.size();
    for (const std::uint32_t count : {2U, 0U, 3U, 1U}) {
      for (const std::uint32_t others : {1U, 2U}) {
        for (std::uint32_t v = 0; v < variables && count != others; ++v) {
          if (recipes_.size() < most_ / 2) add(Kind::single, v, count, others);
        }
      }
    }
    name_group("one scope apart 0..3 ({})", before);
  }
  if (recipes_.size() >= most_) return;
  std::vector<std::uint32_t> order(list_.size() - drawn);
  std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(drawn));
  if (order.size() * variables <= most_sorted) {
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_sum;
    for (const std::uint32_t n : order) by_sum.emplace_back(sum_of(list_.at(n)), n);
    std::ranges::sort(by_sum);
    std::ranges::transform(by_sum, order.begin(), [](const auto& x) { return x.second; });
  }
  const std::size_t before = recipes_.size();
  for (const std::uint32_t n : order) add(Kind::listed, n);
  bound_ += fmt::format(", {}", list_.bound());
  if (recipes_.size() - before < order.size())
    bound_ += fmt::format(" (of these {})", recipes_.size() - before + drawn);
}

// What waits too long under divergent trips gets stuck only if the producer's engine has no more to do.
void Candidates::add_ended() {
  const std::size_t from = recipes_.size();
  std::set<EngineId> engines;
  for (const Assignments::Variable& v : list_.variables()) {
    if (v.engine.valid() && v.again && !is_branch(v)) engines.insert(v.engine);
  }
  for (const std::uint32_t count : {2U, 3U, 4U, 5U}) {
    for (std::uint32_t v = 0; v < list_.variables().size() && recipes_.size() - from < most_ended; ++v) {
      if (list_.variables()[v].engine.valid() || is_branch(list_.variables()[v])) continue;
      for (const EngineId e : engines) add(Kind::ended, v, count, e.value);
    }
  }
  name_group("one engine done early ({})", from);
}

void Candidates::add_larger(const std::vector<std::uint32_t>& counts) {
  const auto variables = static_cast<std::uint32_t>(list_.variables().size());
  const std::size_t from = recipes_.size();
  for (const std::uint32_t count : counts) {
    for (const std::uint32_t others : {1U, 2U}) {
      for (std::uint32_t v = 0; v < variables; ++v) {
        if (!is_branch(list_.variables()[v])) add(Kind::single, v, count, others);
      }
    }
  }
  name_group("one scope larger ({})", from);
  const std::size_t before = recipes_.size();
  for (const std::uint32_t count : counts) add(Kind::level, count, 1);
  for (std::uint32_t count = 128; count <= largest_level; count *= 2) add(Kind::level, count, 1);
  name_group("all scopes larger ({})", before);
}

Assignment Candidates::constant(std::uint32_t count, std::uint32_t branch) const {
  Assignment result;
  for (const Assignments::Variable& v : list_.variables()) {
    result.push_back({v.scope, v.engine, {is_branch(v) ? branch : count}});
  }
  return result;
}

Assignment Candidates::wave(std::uint32_t number) const {
  static const std::array<std::vector<std::uint32_t>, 6> lists = {
      {{2, 0, 3}, {1, 3, 2}, {3, 1}, {1, 2, 0, 3}, {2, 3}, {1, 0, 2}}};
  static const std::array<std::vector<std::uint32_t>, 4> branches = {{{1, 0}, {0, 1}, {1, 1, 0}, {0}}};
  Assignment result;
  std::uint32_t n = number;
  for (const Assignments::Variable& v : list_.variables()) {
    TripChoice choice{v.scope, v.engine, {}};
    choice.counts = is_branch(v) ? branches[n % branches.size()] : lists[n % lists.size()];
    if (!v.again) choice.counts.resize(1);
    result.push_back(std::move(choice));
    ++n;
  }
  return result;
}

Assignment Candidates::hint(const Recipe& r) const {
  Assignment result = hints_[r.a];
  for (TripChoice& c : result) {
    const std::uint32_t most = tree_.scope(c.scope).is_branch() ? 1 : largest_count;
    for (std::uint32_t& n : c.counts) {
      if (r.b == one_more) n = std::min(n + 1, most);
      if (r.b == one_less && n > 0) --n;
    }
  }
  std::set<std::pair<ScopeId, EngineId>> given;
  for (const TripChoice& c : result) given.emplace(c.scope, c.engine);
  const std::uint32_t others = others_of(r.b);
  for (const Assignments::Variable& v : list_.variables()) {
    if (given.contains({v.scope, v.engine}) || given.contains({v.scope, EngineId::none()})) continue;
    result.push_back({v.scope, v.engine, {is_branch(v) ? std::min(others, 1U) : others}});
  }
  return result;
}

Assignment Candidates::at(std::size_t n) const {
  const Recipe& r = recipes_[n];
  switch (r.kind) {
    case Kind::hint: return hint(r);
    case Kind::level: return constant(r.a, r.b);
    case Kind::wave: return wave(r.a);
    case Kind::listed: return list_.at(r.a);
    case Kind::single:
    case Kind::ended: break;
  }
  Assignment result = constant(r.kind == Kind::ended ? 1 : r.c, 1);
  TripChoice& own = result[r.a];
  own.counts = {tree_.scope(own.scope).is_branch() ? std::min(r.b, 1U) : r.b};
  if (r.kind == Kind::ended) {
    for (std::size_t i = 0; i < result.size(); ++i) {
      const Assignments::Variable& v = list_.variables()[i];
      if (v.again && v.engine.valid() && v.engine.value == r.c && !is_branch(v)) result[i].counts = {1, 0};
    }
  }
  return result;
}

}  // namespace counterpoint::refuting
