// Greedy shrinking of an assignment.
// SPDX-License-Identifier: Apache-2.0
#include "verify/refute/minimise.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace counterpoint::refuting {
namespace {

// Counts written, and their sum.
using Weight = std::pair<std::size_t, std::uint64_t>;

Weight weight_of(const Assignment& a) {
  Weight w{0, 0};
  for (const TripChoice& c : a) {
    w.first += c.counts.size();
    w.second = std::accumulate(c.counts.begin(), c.counts.end(), w.second);
  }
  return w;
}

bool nothing_left(const TripChoice& c) { return c.counts.size() == 1 && c.counts.front() == 0; }

class Minimiser {
 public:
  Minimiser(Attempts& attempts, Assignment assignment, VerdictWord word, std::uint64_t states)
      : attempts_(attempts), states_(states) {
    out_.assignment = std::move(assignment);
    out_.word = word;
  }

  Minimised run() {
    settle();
    for (bool progress = true; progress && going();) {
      const Weight before = weight_of(out_.assignment);
      groups_to_zero();
      engines_together();
      for (std::size_t c = 0; c < out_.assignment.size() && going(); ++c) shorten(c);
      for (std::size_t c = 0; c < out_.assignment.size() && going(); ++c) lower(c);
      settle();
      progress = weight_of(out_.assignment) < before;
    }
    out_.fixpoint = going();
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool going() const { return out_.disagreement.empty() && attempts_.over().empty(); }

  void settle() {
    out_.assignment = settled(attempts_.tree(), out_.assignment, attempts_.program_trips(out_.assignment));
  }

  // Keeps the candidate if it is smaller and shows as much.
  bool takes(Assignment candidate) {
    if (!going() || weight_of(candidate) >= weight_of(out_.assignment)) return false;
    const Outcome outcome = attempts_.attempt(candidate, states_);
    out_.disagreement = outcome.judgement.disagreement;
    if (!out_.disagreement.empty()) return false;
    if (severity(outcome.judgement.verdict.word) < severity(out_.word)) return false;
    out_.word = outcome.judgement.verdict.word;
    out_.assignment = std::move(candidate);
    return true;
  }

  void groups_to_zero() {
    std::size_t size = out_.assignment.size();
    for (bool last = false; !last && going(); size = (size + 1) / 2) {
      last = size <= 1;
      std::vector<std::size_t> left;
      for (std::size_t c = 0; c < out_.assignment.size(); ++c) {
        if (!nothing_left(out_.assignment[c])) left.push_back(c);
      }
      for (std::size_t from = 0; from < left.size() && going(); from += std::max<std::size_t>(size, 1)) {
        Assignment candidate = out_.assignment;
        for (std::size_t n = from; n < std::min(from + size, left.size()); ++n) candidate[left[n]].counts = {0};
        (void)takes(std::move(candidate));
      }
    }
  }

  // Choices for engines of one scope stand side by side.
  void engines_together() {
    for (std::size_t first = 0; first < out_.assignment.size() && going(); ++first) {
      const Assignment& all = out_.assignment;
      std::size_t last = first + 1;
      while (last < all.size() && all[last].scope == all[first].scope) ++last;
      if (last == first + 1) continue;
      const std::vector<TripChoice> engines(all.begin() + static_cast<std::ptrdiff_t>(first),
                                            all.begin() + static_cast<std::ptrdiff_t>(last));
      for (const TripChoice& one : engines) {
        Assignment candidate = out_.assignment;
        candidate[first] = {one.scope, EngineId::none(), one.counts};
        candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(first + 1),
                        candidate.begin() + static_cast<std::ptrdiff_t>(last));
        if (takes(std::move(candidate))) break;
      }
    }
  }

  bool takes_counts(std::size_t c, std::vector<std::uint32_t> counts) {
    Assignment candidate = out_.assignment;
    candidate[c].counts = std::move(counts);
    return takes(std::move(candidate));
  }

  // A list to one of its counts, or without one of them.
  void shorten(std::size_t c) {
    for (bool progress = true; progress && out_.assignment[c].counts.size() > 1;) {
      progress = false;
      const std::vector<std::uint32_t> counts = out_.assignment[c].counts;
      std::vector<std::uint32_t> values = counts;
      std::ranges::sort(values);
      values.erase(std::ranges::unique(values).begin(), values.end());
      for (std::size_t n = 0; n < values.size() && !progress; ++n) progress = takes_counts(c, {values[n]});
      for (std::size_t n = 0; n < counts.size() && !progress; ++n) {
        std::vector<std::uint32_t> fewer = counts;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(n));
        progress = takes_counts(c, std::move(fewer));
      }
    }
  }

  void lower(std::size_t c) {
    for (std::size_t n = 0; n < out_.assignment[c].counts.size(); ++n) {
      for (bool progress = true; progress && going();) {
        progress = false;
        const std::vector<std::uint32_t> counts = out_.assignment[c].counts;
        const std::uint32_t old = counts[n];
        for (const std::uint32_t value : {0U, 1U, old / 2, old - 1}) {
          if (old == 0 || value >= old || progress) continue;
          std::vector<std::uint32_t> lower = counts;
          lower[n] = value;
          progress = takes_counts(c, std::move(lower));
        }
      }
    }
  }

  Attempts& attempts_;
  std::uint64_t states_;
  Minimised out_;
};

}  // namespace

Minimised minimise(Attempts& attempts, Assignment assignment, VerdictWord word, std::uint64_t states) {
  return Minimiser(attempts, std::move(assignment), word, states).run();
}

Assignment settled(const Tree& tree, const Assignment& assignment, const Trips& trips) {
  // Entries of every scope on every engine: parents come before their children.
  const std::size_t engines = tree.engine_count();
  std::vector<std::uint64_t> entries(tree.scope_count() * engines, 0);
  std::vector<std::uint64_t> visits(entries.size(), 0);
  for (const ScopeId s : tree.scopes()) {
    for (const EngineId e : tree.engines()) {
      const std::size_t at = s.value * engines + e.value;
      visits[at] = s == Tree::root() ? 1 : entries[tree.scope(s).parent.value * engines + e.value];
      entries[at] = s == Tree::root() ? 1 : trips.total(s, e, 1, visits[at]);
    }
  }
  Assignment result;
  for (const TripChoice& c : assignment) {
    std::uint64_t most = 0;
    for (const EngineId e : tree.engines()) {
      if (!c.engine.valid() || c.engine == e) most = std::max(most, visits[c.scope.value * engines + e.value]);
    }
    if (most == 0) continue;
    TripChoice& kept = result.emplace_back(c);
    if (kept.counts.size() > most) kept.counts.resize(most);
    // The last count repeats: what it says again is not needed.
    while (kept.counts.size() > 1 && kept.counts.back() == kept.counts[kept.counts.size() - 2]) kept.counts.pop_back();
  }
  return result;
}

}  // namespace counterpoint::refuting
