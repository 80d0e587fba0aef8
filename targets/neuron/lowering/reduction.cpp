// Clocks of the instructions of one stretch, and the waits that they cover.
// SPDX-License-Identifier: Apache-2.0
#include "targets/neuron/lowering/reduction.hpp"

#include <algorithm>
#include <numeric>

namespace counterpoint::neuron {
namespace {

using StretchClock = std::vector<std::uint32_t>;  // by engine

void join_clocks(StretchClock& into, const StretchClock& other) {
  for (std::size_t i = 0; i < into.size(); ++i) into[i] = std::max(into[i], other[i]);
}

// By semaphore: the one engine that counts it up, if all its updates are additions when instructions retire.
class SoleWriters {
 public:
  explicit SoleWriters(const Implementation& from)
      : writer_(from.semaphores.size(), EngineId::none()), unfit_(from.semaphores.size(), false) {
    for (std::size_t s = 0; s < from.semaphores.size(); ++s) {
      const Semaphore& x = from.semaphores[SemaphoreId{s}];
      unfit_[s] = x.flag || x.array || x.initial != 0;
    }
    for (const Statement& s : from.statements) look(from, s);
  }
  [[nodiscard]] EngineId of(SemaphoreId s) const { return unfit_[s.value] ? EngineId::none() : writer_[s.value]; }

 private:
  void look(const Implementation& from, const Statement& s) {
    if (s.kind() == StatementKind::signal) {
      for (const Update& u : from.signal(s.index)) unfit_[u.semaphore.value] = true;
    } else if (s.kind() == StatementKind::wait) {
      for (const Wait& w : from.condition(s.index)) look(w);
    } else if (s.kind() == StatementKind::instruction) {
      const InstructionId i{std::size_t{s.index}};
      for (const Wait& w : from.waits_of(i)) look(w);
      for (const Update& u : from.updates_of(i)) {
        EngineId& writer = writer_[u.semaphore.value];
        const bool rises = u.kind == UpdateKind::add && from.literal(u.amount) > 0 && u.time == UpdateTime::retire;
        if (!rises || (writer.valid() && writer != s.engine())) unfit_[u.semaphore.value] = true;
        writer = s.engine();
      }
    }
  }
  void look(const Wait& w) {
    if (w.kind == TestKind::take) unfit_[w.semaphore.value] = true;
  }

  std::vector<EngineId> writer_;
  std::vector<bool> unfit_;
};

// One wait for a retirement in the stretch.
struct OwedWait {
  std::uint32_t wait = 0;      // place in Implementation::waits
  std::uint32_t producer = 0;  // place in `nodes_`
};

class StretchClocks {
 public:
  StretchClocks(const Implementation& from, const SoleWriters& writers, std::vector<bool>& superfluous)
      : from_(from),
        writers_(writers),
        superfluous_(superfluous),
        engines_(from.tree.engine_count()),
        streams_(engines_),
        counts_(from.semaphores.size()) {}

  void run(const Block& block) {
    read(block);
    resolve();
    std::vector<std::size_t> next(engines_, 0);
    // Each round moves every engine on as far as it gets; one that waits for another waits for the next round.
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t e = 0; e < engines_; ++e) {
        for (; next[e] < streams_[e].size() && ready(streams_[e][next[e]]); ++next[e], moved = true) {
          fold(e, next[e]);
        }
      }
    }
    for (const SemaphoreId s : touched_) counts_[s.value].clear();
    touched_.clear();
    nodes_.clear();
    for (auto& s : streams_) s.clear();
  }

 private:
  struct Node {
    InstructionId instruction;
    std::size_t engine = 0;
    std::uint32_t ordinal = 0;  // among its engine's in the stretch, from 1
    std::vector<OwedWait> owed;
    bool done = false;
    StretchClock issued;
    StretchClock retired;
  };
  struct Step {
    std::int64_t count = 0;  // of the semaphore, once the node has retired
    std::uint32_t node = 0;
  };

  void read(const Block& block) {
    for (std::uint32_t at = block.first; at < block.last; ++at) {
      const Statement& s = from_.statements[at];
      if (s.kind() != StatementKind::instruction) continue;
      Node n;
      n.instruction = InstructionId{std::size_t{s.index}};
      n.engine = s.engine().value;
      const auto place = static_cast<std::uint32_t>(nodes_.size());
      streams_[n.engine].push_back(place);
      n.ordinal = static_cast<std::uint32_t>(streams_[n.engine].size());
      for (const Update& u : from_.updates_of(n.instruction)) {
        if (!writers_.of(u.semaphore).valid()) continue;
        std::vector<Step>& steps = counts_[u.semaphore.value];
        if (steps.empty()) touched_.push_back(u.semaphore);
        steps.push_back({(steps.empty() ? 0 : steps.back().count) + from_.literal(u.amount), place});
      }
      nodes_.push_back(std::move(n));
    }
  }
  void resolve() {
    for (Node& n : nodes_) {
      const std::uint32_t first = from_.wait_start[n.instruction.value];
      const std::uint32_t last = from_.wait_start[n.instruction.value + 1];
      for (std::uint32_t at = first; at < last; ++at) {
        const Wait& w = from_.waits[at];
        if (w.kind != TestKind::at_least || !w.value.is_literal() || !writers_.of(w.semaphore).valid()) continue;
        const std::vector<Step>& steps = counts_[w.semaphore.value];
        const auto reached = std::ranges::lower_bound(steps, from_.literal(w.value), {}, &Step::count);
        if (from_.literal(w.value) <= 0 || reached == steps.end()) continue;
        n.owed.push_back({at, reached->node});
      }
    }
  }
  [[nodiscard]] bool ready(std::uint32_t node) const {
    return std::ranges::all_of(nodes_[node].owed, [&](const OwedWait& o) { return nodes_[o.producer].done; });
  }
  [[nodiscard]] std::uint64_t weight(const OwedWait& o) const {
    const StretchClock& c = nodes_[o.producer].retired;
    return std::accumulate(c.begin(), c.end(), std::uint64_t{0});
  }
  void fold(std::size_t e, std::size_t at) {
    Node& n = nodes_[streams_[e][at]];
    n.done = true;
    n.issued = at == 0 ? StretchClock(engines_, 0) : nodes_[streams_[e][at - 1]].issued;
    std::ranges::stable_sort(n.owed, std::ranges::greater{}, [&](const OwedWait& o) { return weight(o); });
    for (const OwedWait& o : n.owed) {
      const Node& producer = nodes_[o.producer];
      if (n.issued[producer.engine] >= producer.ordinal) {
        superfluous_[o.wait] = true;
      } else {
        join_clocks(n.issued, producer.retired);
      }
    }
    n.retired = n.issued;
    if (at != 0) join_clocks(n.retired, nodes_[streams_[e][at - 1]].retired);
    n.retired[e] = std::max(n.retired[e], n.ordinal);
  }

  const Implementation& from_;
  const SoleWriters& writers_;
  std::vector<bool>& superfluous_;
  std::size_t engines_;
  std::vector<std::vector<std::uint32_t>> streams_;  // by engine, into nodes_
  std::vector<Node> nodes_;
  std::vector<std::vector<Step>> counts_;  // by semaphore
  std::vector<SemaphoreId> touched_;
};

}  // namespace

std::vector<bool> superfluous_waits(const Implementation& implementation) {
  std::vector<bool> out(implementation.waits.size(), false);
  const Tree& tree = implementation.tree;
  const std::vector<bool> begins = begins_reset(implementation);
  const SoleWriters writers(implementation);
  StretchClocks stretch(implementation, writers, out);
  for (const ScopeId s : tree.scopes()) {
    bool reset = begins[s.value];
    for (const Item& item : tree.items(s)) {
      if (item.kind == ItemKind::block && reset) stretch.run(tree.block(BlockId{std::size_t{item.index}}));
      reset = item.kind == ItemKind::barrier && (item.reset || reset);
    }
  }
  return out;
}

}  // namespace counterpoint::neuron
