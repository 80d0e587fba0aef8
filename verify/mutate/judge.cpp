// Compares verdicts of a mutant and of its original.
// SPDX-License-Identifier: Apache-2.0
#include "verify/mutate/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/diagnostic/internal_error.hpp"
#include "core/machine/implementation_machine.hpp"
#include "core/machine/specification.hpp"
#include "verify/explore/explore.hpp"
#include "verify/mutate/monotone.hpp"
#include "verify/mutual_replay.hpp"
#include "verify/order/order.hpp"
#include "verify/order/recorded.hpp"

namespace counterpoint::mutation {
namespace {

constexpr std::size_t most_killers = 12;
constexpr std::size_t most_replays = 48;
constexpr std::uint64_t order_limit = std::uint64_t{1} << 26U;
constexpr std::uint64_t first_limit = std::uint64_t{1} << 10U;
constexpr std::uint64_t limit_factor = 32;

// Whether every step needs the same of the others. The visible steps of an engine are the same in both, by pairing.
bool same_clocks(const RecordedClocks& a, const RecordedClocks& b) {
  if (a.fault || b.fault) return false;
  std::uint32_t known_a = ~0U;  // two versions found equal last
  std::uint32_t known_b = ~0U;
  const auto same = [&](const ClockedEvent& x, const ClockedEvent& y) {
    if (x.retired != y.retired) return false;
    if (x.version == known_a && y.version == known_b) return true;
    if (!std::ranges::equal(a.version(x.version), b.version(y.version))) return false;
    known_a = x.version;
    known_b = y.version;
    return true;
  };
  for (std::size_t e = 0; e < a.engine_count; ++e) {
    const EngineClocks& x = a.engines[EngineId{e}];
    const EngineClocks& y = b.engines[EngineId{e}];
    if (x.ended != y.ended || !std::ranges::equal(x.events, y.events, same)) return false;
    if (x.ended && !same(x.end, y.end)) return false;
  }
  return true;
}

// The machine with other trips.
Machine with_trips(const Machine& machine, const Trips& trips) {
  return Machine(machine.tree(), MachineCode(machine.code()), trips, machine.options());
}

bool same_excess(const std::vector<OverSynchronised>& a, const std::vector<OverSynchronised>& b) {
  return std::ranges::equal(a, b, [](const OverSynchronised& x, const OverSynchronised& y) {
    return x.consumer == y.consumer && x.engine == y.engine && x.producer == y.producer && x.instances == y.instances &&
           x.lost_slack == y.lost_slack;
  });
}

Machine machine_of(const Program& program, const Implementation& implementation) {
  MachineOptions options;
  options.visits = control_scopes(program);
  return implementation_machine(implementation, Trips(implementation.tree), options);
}

}  // namespace

std::string_view killer_name(Killer k) {
  constexpr std::array<std::string_view, 6> names = {"none", "pairing", "order", "monotone", "replay", "explore"};
  return names[static_cast<std::size_t>(k)];
}

class OriginalAt {
 public:
  OriginalAt(Trips of_program, Trips of_implementation)
      : program(std::move(of_program)), implementation(std::move(of_implementation)) {}

  Trips program;
  Trips implementation;
  bool known = false;
  VerdictWord word = VerdictWord::undecided;  // of the original
  bool by_order = false;
  std::vector<OverSynchronised> excess;
  std::optional<RecordedClocks> clocks;  // of the original, where order applies
};

// One mutant against the original.
class MutantComparison {
 public:
  Judge& judge;
  const Implementation& mutant;
  const Pairing& pairing;
  Comparison compare;
  Machine machine;  // of the mutant, compiled once; its trips are nobody's
  Trial result = {};
  std::vector<std::size_t> open = {};  // assignments that order could not decide
  std::size_t replays = 0;
  std::uint64_t states = 0;

  [[nodiscard]] Question question(const OriginalAt& p, std::uint64_t limit) const {
    Question q{judge.program_, mutant, pairing, p.program, p.implementation};
    q.compare = compare;
    q.limit = limit;
    return q;
  }

  bool kill(std::size_t n, Killer by, VerdictWord word) {
    result.fate = Fate::killed;
    result.by = by;
    result.word = word;
    result.original = judge.place(n).word;
    result.assignment = n;
    judge.remember(n);
    return true;
  }

  // Whether the assignment kills, by order or by runs; where it cannot say, the assignment stays open.
  bool cheaply(std::size_t n) {
    const OriginalAt& p = judge.place(n);
    // A mutant that needs the same everywhere has the same verdict: that is most of those that survive.
    if (p.clocks) {
      const auto clocks = closed_clocks(with_trips(machine, p.implementation), order_limit);
      if (clocks && same_clocks(*clocks, *p.clocks)) {
        confirm(n, p, Killer::order, p.word, false);
        return false;
      }
    }
    const auto v = decide_by_order(question(p, order_limit));
    if (p.word == VerdictWord::undecided) {
      open.push_back(n);
      return false;
    }
    if (!v) {
      if (const auto said = decide_monotone(question(p, 0))) {
        confirm(n, p, Killer::monotone, said->word, said->word != p.word);
        return said->word != p.word && kill(n, Killer::monotone, said->word);
      }
      open.push_back(n);
      return replays < most_replays && by_replay(n, p);
    }
    const bool differs = v->word != p.word || (p.by_order && !same_excess(v->excess, p.excess));
    confirm(n, p, Killer::order, v->word, differs);
    return differs && kill(n, Killer::order, v->word);
  }

  // Random runs: a difference is a fact if the machine that leads shows it by itself.
  bool by_replay(std::size_t n, const OriginalAt& p) {
    ++replays;
    MachineOptions options;
    const Machine specification = specification_machine(judge.program_, p.program, options);
    const Machine follower = with_trips(machine, p.implementation);
    MutualReplayOptions replay;
    replay.runs = 4;
    replay.seed = judge.options_.seed + n;
    replay.limit = 100'000;
    replay.compare_data = false;
    const MutualReplayResult r = replay_mutually(specification, follower, pairing, replay);
    if (!r.difference || (r.eager && !r.difference->implementation_leads)) return false;
    VerdictWord word = VerdictWord::refines;
    switch (r.difference->kind) {
      case DifferenceKind::early:
      case DifferenceKind::fault: word = VerdictWord::unsafe; break;
      case DifferenceKind::stuck: word = VerdictWord::deadlock; break;
      case DifferenceKind::late: break;
      case DifferenceKind::state: return false;
    }
    return severity(word) > severity(p.word) && kill(n, Killer::replay, word);
  }

  // Explores what another decided: every pair that kills, and of a survivor the one in the middle of the list.
  void confirm(std::size_t n, const OriginalAt& p, Killer by, VerdictWord word, bool kills) {
    if (judge.options_.confirm == 0 || result.disagreement) return;
    if (!kills && n != judge.assignments_.size() / 2) return;
    const Verdict v = decide_by_exploration(question(p, judge.options_.confirm));
    if (v.word != VerdictWord::undecided && v.word != word) result.disagreement = Disagreement{by, word, v.word, n};
  }

  // Explores what is open, all with one limit; what exceeds it stays open.
  bool explore(std::uint64_t limit) {
    std::vector<std::size_t> rest;
    for (const std::size_t n : open) {
      const OriginalAt& p = judge.place(n);
      if (p.word == VerdictWord::undecided || states >= judge.options_.budget) {
        rest.push_back(n);
        continue;
      }
      const Verdict v = decide_by_exploration(question(p, limit));
      states += v.states;
      if (v.word == VerdictWord::undecided) {
        rest.push_back(n);
      } else if (v.word != p.word) {
        return kill(n, Killer::explore, v.word);
      }
    }
    open = std::move(rest);
    return false;
  }

  bool run() {
    const std::size_t size = judge.assignments_.size();
    std::vector<bool> tried(size, false);
    std::vector<std::size_t> first;
    for (const auto& killer : judge.killers_) first.push_back(killer.second);
    for (const std::size_t n : first) {
      tried[n] = true;
      if (cheaply(n)) return true;
    }
    for (std::size_t n = 0; n < size; ++n) {
      if (!tried[n] && cheaply(n)) return true;
    }
    std::ranges::sort(open);
    for (std::uint64_t limit = first_limit; !open.empty(); limit *= limit_factor) {
      if (explore(std::min(limit, judge.options_.states))) return true;
      if (limit >= judge.options_.states || states >= judge.options_.budget) break;
    }
    return false;
  }
};

Judge::Judge(const Program& program, const Implementation& original, const Assignments& assignments,
             const JudgeOptions& options)
    : program_(program),
      original_(original),
      assignments_(assignments),
      options_(options),
      machine_(machine_of(program, original)),
      places_(assignments.size()) {
  auto paired = pair_up(program, original);
  require(paired.has_value(), "the original is an implementation of the program");
  pairing_ = std::move(*paired);
  // Until others have killed: the largest constants, a middle one, and two lists.
  const std::size_t size = assignments.size();
  for (const std::size_t n : {size - 1, size / 2, size * 3 / 4, size / 3}) {
    const bool there = std::ranges::any_of(killers_, [&](const auto& k) { return k.second == n; });
    if (!there) killers_.emplace_back(0, n);
  }
}

Judge::~Judge() = default;

OriginalAt& Judge::place(std::size_t n) {
  if (!places_[n]) {
    const Assignment a = assignments_.at(n);
    IdVector<EngineId, EngineId> same;
    for (const EngineId e : program_.tree.engines()) same.push_back(e);
    places_[n] = std::make_unique<OriginalAt>(assignments_.trips(program_.tree, a, same),
                                              assignments_.trips(original_.tree, a, pairing_.engine_to_implementation));
  }
  OriginalAt& p = *places_[n];
  if (p.known) return p;
  p.known = true;
  Question q{program_, original_, pairing_, p.program, p.implementation};
  if (auto v = decide_by_order(q)) {
    p.by_order = true;
    p.word = v->word;
    p.excess = std::move(v->excess);
    if (auto clocks = closed_clocks(with_trips(machine_, p.implementation), order_limit)) p.clocks = std::move(*clocks);
  } else {
    q.limit = options_.states;
    p.word = decide_by_exploration(q).word;
  }
  return p;
}

void Judge::remember(std::size_t n) {
  const auto found = std::ranges::find_if(killers_, [&](const auto& k) { return k.second == n; });
  if (found == killers_.end()) {
    if (killers_.size() >= most_killers) killers_.pop_back();
    killers_.emplace_back(1, n);
  } else {
    ++found->first;
  }
  std::ranges::stable_sort(killers_, std::greater{}, [](const auto& k) { return k.first; });
}

Trial Judge::judge(const Implementation& mutant, Comparison compare) {
  auto paired = pair_up(program_, mutant);
  if (!paired) {
    Trial refused;
    refused.fate = Fate::refused;
    refused.by = Killer::pairing;
    refused.reason = to_string(paired.error().front());
    return refused;
  }
  MachineOptions options = machine_.options();
  options.compare = compare;
  MutantComparison c{*this, mutant, *paired, compare, implementation_machine(mutant, place(0).implementation, options)};
  if (c.run()) return c.result;
  if (c.open.empty()) {
    c.result.fate = Fate::equivalent;
    return c.result;
  }
  c.result.fate = Fate::undecided;
  c.result.open = c.open.size();
  c.result.assignment = c.open.front();
  c.result.reason = c.states >= options_.budget ? fmt::format("more than {} states in all", options_.budget)
                                                : fmt::format("more than {} states", options_.states);
  return c.result;
}

}  // namespace counterpoint::mutation
