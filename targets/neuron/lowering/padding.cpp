// Counts each path, from inside to outside, and adds what is missing.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/padding.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "verify/mutate/draft.hpp"

namespace counterpoint::neuron {
namespace {

using mutation::Line;

// Of one body: by semaphore, by how much it is counted up; none where the text does not say.
using PathCounts = std::map<SemaphoreId, std::optional<std::int64_t>>;

class PathPadder {
 public:
  explicit PathPadder(const Implementation& from) : draft_(mutation::draft_of(from)), tree_(from.tree) {
    find_writers();
  }

  Padded run() {
    std::vector<Line> lines = std::move(draft_.lines);
    draft_.lines.clear();
    open_.emplace_back();
    for (Line& line : lines) {
      if (line.kind == Line::Kind::enter) {
        open_.emplace_back();
      } else if (line.kind == Line::Kind::leave) {
        leave(line.scope);
      } else {
        for (const Update& u : line.updates) count(u);
      }
      draft_.lines.push_back(std::move(line));
      if (draft_.lines.back().kind == Line::Kind::leave) settle(draft_.lines.back().scope);
    }
    insert();
    return {mutation::build(draft_), added_.size()};
  }

 private:
  struct Branch {
    PathCounts counts;
    std::size_t end = 0;  // the place of the line that leaves it
  };
  struct Added {
    std::size_t before = 0;
    Line line;
  };

  void find_writers() {
    writer_.assign(draft_.semaphores.size(), EngineId::none());
    unfit_.assign(draft_.semaphores.size(), false);
    for (const Line& line : draft_.lines) {
      for (const Update& u : line.updates) {
        const Semaphore& s = draft_.semaphores[u.semaphore];
        EngineId& writer = writer_[u.semaphore.value];
        const bool fits = !s.flag && !s.array && u.kind == UpdateKind::add && u.time == UpdateTime::retire &&
                          draft_.value(u.amount) >= 0 && (!writer.valid() || writer == line.engine);
        if (!fits) unfit_[u.semaphore.value] = true;
        writer = line.engine;
      }
      for (const Wait& w : line.waits) {
        if (w.kind == TestKind::take) unfit_[w.semaphore.value] = true;
      }
    }
  }
  void count(const Update& u) {
    const auto [it, fresh] = open_.back().try_emplace(u.semaphore, 0);
    if (it->second) *it->second += draft_.value(u.amount);
  }
  // Adds what a body has counted to the one around it, `times` over.
  void pass_on(const PathCounts& counts, std::optional<std::int64_t> times) {
    for (const auto& [semaphore, amount] : counts) {
      const auto [it, fresh] = open_.back().try_emplace(semaphore, 0);
      if (!amount || !times || !it->second) {
        it->second = std::nullopt;
      } else {
        *it->second += *amount * *times;
      }
    }
  }
  void leave(ScopeId s) {
    const Scope& scope = tree_.scope(s);
    PathCounts counts = std::move(open_.back());
    open_.pop_back();
    if (scope.is_loop()) {
      const bool known = scope.trip_kind == TripKind::constant;
      pass_on(counts, known ? std::optional<std::int64_t>(scope.trips) : std::nullopt);
    } else {
      branches_.push_back({std::move(counts), draft_.lines.size()});
    }
  }
  // Behind the second branch: both get what the other has more.
  void settle(ScopeId s) {
    if (tree_.scope(s).kind != ScopeKind::else_branch) return;
    Branch other = std::move(branches_.back());
    branches_.pop_back();
    Branch first = std::move(branches_.back());
    branches_.pop_back();
    PathCounts both = first.counts;
    both.insert(other.counts.begin(), other.counts.end());
    for (auto& [semaphore, amount] : both) {
      const std::optional<std::int64_t> in_first = in(first.counts, semaphore);
      const std::optional<std::int64_t> in_other = in(other.counts, semaphore);
      if (unfit_[semaphore.value] || !in_first || !in_other) {
        amount = std::nullopt;
        continue;
      }
      amount = std::max(*in_first, *in_other);
      add(semaphore, *amount - *in_first, first.end);
      add(semaphore, *amount - *in_other, other.end);
    }
    pass_on(both, 1);
  }
  [[nodiscard]] static std::optional<std::int64_t> in(const PathCounts& counts, SemaphoreId s) {
    const auto found = counts.find(s);
    return found == counts.end() ? 0 : found->second;
  }
  void add(SemaphoreId s, std::int64_t amount, std::size_t before) {
    if (amount == 0) return;
    Line line;
    line.statement = StatementKind::signal;
    line.engine = writer_[s.value];
    line.updates.push_back({s, {}, draft_.literal(amount), UpdateKind::add, UpdateTime::retire});
    added_.push_back({before, std::move(line)});
  }
  void insert() {
    std::ranges::stable_sort(added_, {}, &Added::before);
    std::vector<Line> out;
    auto next = added_.begin();
    for (std::size_t i = 0; i < draft_.lines.size(); ++i) {
      for (; next != added_.end() && next->before == i; ++next) out.push_back(next->line);
      out.push_back(std::move(draft_.lines[i]));
    }
    draft_.lines = std::move(out);
  }

  mutation::Draft draft_;
  const Tree& tree_;
  std::vector<EngineId> writer_;
  std::vector<bool> unfit_;
  std::vector<PathCounts> open_;  // of the bodies around this place
  std::vector<Branch> branches_;
  std::vector<Added> added_;
};

}  // namespace

Padded pad_paths(const Implementation& implementation) { return PathPadder(implementation).run(); }

}  // namespace counterpoint::neuron
