// Redundant waits: a wait for less than the engine has waited for before.
// SPDX-License-Identifier: Apache-2.0
//
// What. Along the stream of an engine, for each semaphore that only grows and each sum of registers, the largest number
// added to it in a wait is remembered until the scope of that wait closes. A later wait for the same sum plus no more
// holds already, and is left out; so is a wait for no more than the semaphore has at the start, and all but the largest
// of one statement. A stand-alone wait with nothing left goes. It stays if the earlier wait is in the same block: there
// the prover of `certify` does not look for what a loop or a conditional that reads data has been waited for.
// Which semaphores only grow: those with updates += n alone, no array and no flag, never taken from, in an
// implementation without a barrier that resets.
// Invariant. A condition goes only if it is true whenever the engine comes there. The registers of the two sums are the
// same ones at the same time, not only of the same name (definitions.hpp). Nothing is said across iterations.
// Cost: linear, with a hash. Source: semantics.md 5.11 (an earlier consumer already waits at least this far).
#include <map>

#include "core/allocation/passes/engine_pass.hpp"

namespace counterpoint::passes {
namespace {

std::vector<bool> only_grow(const Implementation& x) {
  std::vector<bool> out(x.semaphores.size(), true);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = !x.semaphores[SemaphoreId{i}].flag && !x.semaphores[SemaphoreId{i}].array;
  }
  const auto update = [&](const Update& u) {
    if (u.kind != UpdateKind::add || x.literal(u.amount) < 0) out[u.semaphore.value] = false;
  };
  const auto wait = [&](const Wait& w) {
    if (w.kind == TestKind::take) out[w.semaphore.value] = false;
  };
  for (const Update& u : x.updates) update(u);
  for (const Update& u : x.alone_updates) update(u);
  for (const Wait& w : x.waits) wait(w);
  for (const Wait& w : x.alone_waits) wait(w);
  for (const ScopeId s : x.tree.scopes()) {
    for (const Item& i : x.tree.items(s)) {
      if (i.kind == ItemKind::barrier && i.reset) return std::vector<bool>(out.size(), false);
    }
  }
  return out;
}

class Waiting : public Watcher {
 public:
  Waiting(Streams& streams, EngineStream& stream, Values& values, const std::vector<bool>& grows)
      : streams_(streams), stream_(stream), values_(values), grows_(grows) {}

  void before(std::size_t node, const Definitions& now) override {
    const Node& n = stream_.nodes[node];
    if (n.kind == NodeKind::open) {
      scopes_.push_back(undo_.size());
    } else if (n.kind == NodeKind::close) {
      for (; undo_.size() > scopes_.back(); undo_.pop_back()) known_[undo_.back().first] = undo_.back().second;
      scopes_.pop_back();
    } else if (n.kind == NodeKind::instruction || n.kind == NodeKind::wait) {
      look_at(n, now);
    }
  }

 private:
  using Key = std::pair<SemaphoreId, ValueId>;  // a semaphore, and a sum without its number
  struct Known {
    std::int64_t number = 0;
    std::uint32_t gap = 0;  // where it is waited for
  };
  using Most = std::optional<Known>;

  void look_at(const Node& n, const Definitions& now) {
    const Slice all = streams_.waits_of(n);
    best_.clear();
    for (std::uint32_t at = all.first; at < all.last; ++at) {
      const Wait& w = streams_.wait(n, at);
      if (streams_.left_out(n, at) || w.kind != TestKind::at_least || !grows_[w.semaphore.value]) continue;
      const ValueId value = now.value_now(w.value);
      const std::int64_t number = values_.offset(value);
      const auto alone = values_.number(value);
      const Key key{w.semaphore, values_.plus(value, -number)};
      const auto known = known_.find(key);
      const bool holds = known != known_.end() && known->second && known->second->number >= number &&
                         (n.kind == NodeKind::instruction || known->second->gap != n.gap);
      if (holds || (alone && *alone <= streams_.from.semaphores[w.semaphore].initial)) {
        leave_out(n, at);
        continue;
      }
      const auto [best, first] = best_.try_emplace(key, number, at);
      if (first) continue;
      if (best->second.first >= number) {
        leave_out(n, at);
      } else {
        leave_out(n, best->second.second);
        best->second = {number, at};
      }
    }
    for (const auto& [key, most] : best_) {
      Most& known = known_[key];
      undo_.emplace_back(key, known);
      known = Known{most.first, n.gap};
    }
  }
  void leave_out(const Node& n, std::uint32_t at) {
    (n.kind == NodeKind::wait ? streams_.no_alone_wait : streams_.no_wait)[at] = true;
  }

  Streams& streams_;
  EngineStream& stream_;
  Values& values_;
  const std::vector<bool>& grows_;
  std::map<Key, Most> known_;
  std::map<Key, std::pair<std::int64_t, std::uint32_t>> best_;  // of the statement at hand
  std::vector<std::pair<Key, Most>> undo_;
  std::vector<std::size_t> scopes_;
};

}  // namespace

Implementation run_waits(const Implementation& implementation, const Budget& /*budget*/) {
  Streams streams(implementation);
  const std::vector<bool> grows = only_grow(implementation);
  const std::int64_t largest = largest_number(implementation);
  for (EngineStream& stream : streams.engines) {
    Values values(largest);
    Waiting waiting(streams, stream, values, grows);
    const Definitions walk(streams, stream, &values, &waiting);
  }
  return streams.build();
}

}  // namespace counterpoint::passes
