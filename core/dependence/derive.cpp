// Derivation of dependencies from buffers.
// SPDX-License-Identifier: Apache-2.0
//
// What. Accesses are grouped by buffer, those to constant slots by slot, so that only pairs which can conflict are ever
// looked at; reads are paired with writes only. Each ordered pair yields its distances; sorted by the later instruction
// they become the wants of one search each.
//
// Buffers with addresses that share bytes: their accesses are grouped by the bytes they can touch, and a sweep over the
// ranges in the order of their first bytes meets each overlapping pair of ranges once. Ranges that are only read are
// paired with written ones only.
//
// Invariant. If none of a program's conflicts is missing and all its scopes are uniform, it is race-free for every
// assignment of trips (tested against closed clocks). Source: language.md "Programs"; the header states the rule.
#include "core/dependence/derive.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "core/program/placement.hpp"
#include "core/program/program_builder.hpp"

namespace counterpoint {
namespace {

struct Site {
  InstructionId instruction;
  Access access;
};

class Pairs {
 public:
  Pairs(const Tree& tree, const DeriveOptions& options, Derivation& out) : tree_(tree), options_(options), out_(out) {}

  void collect() {
    std::vector<std::vector<Site>> by_buffer(tree_.buffer_count());
    for (const InstructionId i : tree_.instructions()) {
      const auto accesses = tree_.accesses(i);
      for (std::size_t a = 0; a < accesses.size(); ++a) {
        const auto before = accesses.first(a);
        if (std::ranges::find(before, accesses[a]) != before.end()) continue;
        by_buffer[accesses[a].buffer.value].push_back({i, accesses[a]});
      }
    }
    for (const auto& sites : by_buffer) collect_buffer(sites);
    for (const auto& group : overlapping_buffers(tree_)) sweep(ranges_of(group, by_buffer));
  }

 private:
  // The accesses of one buffer that can touch the same bytes.
  struct Ranged {
    ByteRange bytes;
    BufferId buffer;
    std::vector<Site> sites;
    bool written = false;
  };

  [[nodiscard]] std::vector<Ranged> ranges_of(std::span<const BufferId> group,
                                              const std::vector<std::vector<Site>>& by_buffer) const {
    std::vector<Ranged> out;
    for (const BufferId b : group) {
      std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> index;
      for (const Site& s : by_buffer[b.value]) {
        const ByteRange bytes = bytes_of_access(tree_.buffer(b), s.access);
        const auto [at, fresh] = index.emplace(std::pair(bytes.first, bytes.last), out.size());
        if (fresh) out.push_back({bytes, b, {}, false});
        out[at->second].sites.push_back(s);
        out[at->second].written |= s.access.write;
      }
    }
    std::ranges::stable_sort(out, {}, [](const Ranged& r) { return r.bytes.first; });
    return out;
  }

  // Pairs each range with those before it that have not ended; one of the two is written.
  void sweep(const std::vector<Ranged>& ranges) {
    std::array<std::vector<std::size_t>, 2> open;  // only read; written
    for (std::size_t r = 0; r < ranges.size() && !out_.truncated; ++r) {
      for (std::size_t kind = ranges[r].written ? 0 : 1; kind < open.size(); ++kind) {
        std::erase_if(open[kind], [&](std::size_t o) { return ranges[o].bytes.last <= ranges[r].bytes.first; });
        for (const std::size_t o : open[kind]) {
          if (ranges[o].buffer != ranges[r].buffer) pair_across(ranges[o].sites, ranges[r].sites);
        }
      }
      open[ranges[r].written ? 1 : 0].push_back(r);
    }
  }

  // Constant slots conflict within their slot, everything else with everything.
  void collect_buffer(const std::vector<Site>& sites) {
    std::vector<Site> moving;
    std::vector<Site> constant;
    for (const Site& s : sites) {
      const bool alone = s.access.kind == SlotKind::constant && tree_.buffer(s.access.buffer).slots > 1;
      (alone ? constant : moving).push_back(s);
    }
    const auto slot = [](const Site& s) { return s.access.slot; };
    std::ranges::stable_sort(constant, {}, slot);
    pair_within(moving);
    for (auto it = constant.begin(); it != constant.end();) {
      const auto end = std::ranges::upper_bound(it, constant.end(), it->access.slot, {}, slot);
      pair_within(std::span(it, end));
      it = end;
    }
    pair_across(moving, constant);
  }

  void pair_within(std::span<const Site> sites) {
    std::vector<Site> reads;
    std::vector<Site> writes;
    for (const Site& s : sites) (s.access.write ? writes : reads).push_back(s);
    for (std::size_t i = 0; i < writes.size() && !out_.truncated; ++i) {
      add(writes[i], writes[i]);
      for (std::size_t j = i + 1; j < writes.size() && !out_.truncated; ++j) both(writes[i], writes[j]);
      for (std::size_t j = 0; j < reads.size() && !out_.truncated; ++j) both(writes[i], reads[j]);
    }
  }
  void pair_across(std::span<const Site> some, std::span<const Site> others) {
    std::vector<Site> other_writes;
    std::ranges::copy_if(others, std::back_inserter(other_writes), [](const Site& s) { return s.access.write; });
    for (const Site& s : some) {
      for (const Site& o : s.access.write ? others : std::span<const Site>(other_writes)) {
        if (out_.truncated) return;
        both(s, o);
      }
    }
  }
  void both(const Site& a, const Site& b) {
    add(a, b);
    add(b, a);
  }

  void add(const Site& earlier, const Site& later) {
    const Relation relation = relate(tree_, place_of(tree_, earlier.instruction), place_of(tree_, later.instruction));
    const ScopeId inner = tree_.innermost_loop(relation.common);
    // Sequential order: of two branches the first in the text is first.
    const bool before = earlier.instruction < later.instruction;
    const Access& a = earlier.access;
    const Access& b = later.access;
    ScopeId rotating;  // L, if one loop rotates both
    std::int64_t slots = 1;
    std::int64_t distance = 0;
    const bool one_buffer = a.buffer == b.buffer;
    if (one_buffer && a.kind == SlotKind::rotating && b.kind == SlotKind::rotating && a.loop == b.loop) {
      rotating = a.loop;
      slots = tree_.buffer(a.buffer).slots;
      distance = ((std::int64_t{a.shift} - b.shift) % slots + slots) % slots;
    }
    if (distance == 0 && before) {
      push(earlier, later, Extent{}, inner, false);
      return;
    }
    if (inner == Tree::root()) return;
    ScopeId from = inner;
    if (distance > 0) {
      push(earlier, later, {rotating, distance}, inner, false);
      from = tree_.scope(rotating).parent;
    } else if (rotating == inner) {
      push(earlier, later, {inner, slots}, inner, false);
      from = tree_.scope(inner).parent;
    } else {
      push(earlier, later, {inner, 1}, inner, false);
      from = tree_.scope(inner).parent;
    }
    for (ScopeId m = tree_.innermost_loop(from); m != Tree::root(); m = tree_.innermost_loop(tree_.scope(m).parent)) {
      push(earlier, later, {m, m == rotating ? slots : 1}, inner, true);
    }
  }

  void push(const Site& earlier, const Site& later, const Extent& distance, ScopeId inner, bool closure) {
    if (out_.conflicts.size() >= options_.most_conflicts) {
      out_.truncated = true;
      return;
    }
    Conflict c;
    c.earlier = earlier.instruction;
    c.later = later.instruction;
    c.earlier_access = earlier.access;
    c.later_access = later.access;
    c.kind = !later.access.write    ? ConflictKind::true_dependence
             : earlier.access.write ? ConflictKind::output
                                    : ConflictKind::anti;
    c.distance = distance;
    c.star = !distance.now() && distance.loop != inner;
    c.closure = closure;
    out_.conflicts.push_back(c);
  }

  const Tree& tree_;
  const DeriveOptions& options_;
  Derivation& out_;
};

auto order_of(const Conflict& c) {
  return std::tuple(c.later.value, c.earlier.value, c.distance.loop.value, c.distance.back);
}

// The dependency of `later` on `earlier` that waits for at least `distance`, if the program has one.
DependencyId find_given(const Program& program, const Conflict& c) {
  for (const DependencyId d : program.dependencies_of(c.later)) {
    if (program.dependency(d).producer != c.earlier) continue;
    const auto extent = extent_of(program, d);
    if (extent.has_value() && covers(*extent, c.distance)) return d;
  }
  return DependencyId::none();
}

// Sets the status of the conflicts of one later instruction, which are sorted by want.
void settle(const Program& program, std::span<Conflict> conflicts, Reach& reach, Derivation& out) {
  const Tree& tree = program.tree;
  std::vector<Want> wants;
  std::vector<std::size_t> want_of(conflicts.size(), 0);
  for (std::size_t i = 0; i < conflicts.size(); ++i) {
    Conflict& c = conflicts[i];
    c.given = find_given(program, c);
    if (c.given.valid()) {
      c.status = ConflictStatus::given;
    } else if (tree.engine_of(c.earlier) == tree.engine_of(c.later) && tree.engine(tree.engine_of(c.later)).inorder) {
      c.status = ConflictStatus::implied;
      c.in_order = true;
      c.any_trips = true;
    } else {
      const bool same = !wants.empty() && wants.back().producer == c.earlier && wants.back().extent == c.distance;
      if (!same) wants.push_back({c.earlier, c.distance});
      want_of[i] = wants.size();
    }
  }
  if (wants.empty()) return;
  const std::vector<Answer> answers = reach.answer({false, conflicts.front().later.value}, wants);
  for (std::size_t i = 0; i < conflicts.size(); ++i) {
    if (want_of[i] == 0) continue;
    const Answer& a = answers[want_of[i] - 1];
    Conflict& c = conflicts[i];
    c.cut_off = !a.held && reach.cut_off();
    if (!a.held) continue;
    c.status = ConflictStatus::implied;
    c.any_trips = a.any_trips;
    c.first_step = static_cast<std::uint32_t>(out.steps.size());
    out.steps.insert(out.steps.end(), a.path.begin(), a.path.end());
    c.last_step = static_cast<std::uint32_t>(out.steps.size());
  }
}

}  // namespace

Derivation derive(const Program& program, const DeriveOptions& options) {
  Derivation out;
  Pairs(program.tree, options, out).collect();
  std::ranges::stable_sort(out.conflicts, {}, order_of);
  std::vector<std::span<Conflict>> groups;
  for (auto it = out.conflicts.begin(); it != out.conflicts.end();) {
    const auto end = std::find_if(it, out.conflicts.end(), [&](const Conflict& c) { return c.later != it->later; });
    groups.emplace_back(it, end);
    it = end;
  }
  ReachLimits limits;
  limits.steps =
      std::clamp<std::uint64_t>(options.search_steps / std::max<std::size_t>(groups.size(), 1), 2'000, 1'000'000);
  Reach reach(program, limits);
  for (const auto group : groups) settle(program, group, reach, out);
  for (const Conflict& c : out.conflicts) {
    out.given += c.status == ConflictStatus::given ? 1 : 0;
    out.implied += c.status == ConflictStatus::implied ? 1 : 0;
    out.missing += c.status == ConflictStatus::missing ? 1 : 0;
  }
  return out;
}

Program with_missing(const Program& program, const Derivation& derivation) {
  ProgramBuilder builder(program);
  const Conflict* last = nullptr;
  for (const Conflict& c : derivation.conflicts) {
    if (c.status != ConflictStatus::missing) continue;
    if (last != nullptr && order_of(*last) == order_of(c)) continue;
    last = &c;
    std::vector<Distance> distances;
    if (!c.distance.now()) distances.push_back({c.distance.loop, static_cast<std::int32_t>(c.distance.back)});
    builder.add_dependency(c.later, c.earlier, distances, c.star);
  }
  return builder.finish();
}

}  // namespace counterpoint
