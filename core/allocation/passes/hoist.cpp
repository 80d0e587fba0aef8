// Loop-invariant motion: what does not change in a loop is computed before it.
// SPDX-License-Identifier: Apache-2.0
//
// What. Registers are split by purpose. Along the stream, each operation that is the only one to assign its register is
// moved before the outermost loop in which none of its operands is defined, as far as no branch is in between. An
// operand that was moved itself counts as defined where it went, so a whole mask times a count goes in one walk.
// Why not out of branches: a branch may not run, and its operation would then have been for nothing. Out of a loop it
// is for nothing only in a visit without any iteration.
// Nor over an instruction, a wait or a signal: then one that comes before would come an operation later (pace.hpp).
// Invariant. Operations are pure. The register is new, so it holds nothing that anybody still reads; its readers are
// inside the loop, behind the old place, or they could not have read it. What may fault stays.
// Cost: linear, times the nesting for each operand. Source: definitions.hpp.
#include <algorithm>

#include "core/allocation/passes/engine_pass.hpp"

namespace counterpoint::passes {
namespace {

class Hoisting : public Watcher {
 public:
  Hoisting(Streams& streams, EngineStream& stream)
      : streams_(streams), stream_(stream), temporary_(temporaries(streams, stream)) {}

  void before(std::size_t node, const Definitions& now) override {
    const Node& n = stream_.nodes[node];
    if (n.kind == NodeKind::close) scopes_.pop_back();
    if (!n.marker() && n.kind != NodeKind::operation) ++stops_;
    if (n.kind != NodeKind::open) return;
    const Scope& s = streams_.from.tree.scope(n.scope());
    const bool stops = !s.is_loop() || (s.trip_kind == TripKind::constant && s.trips == 0);
    const std::size_t least = scopes_.empty() ? 0 : scopes_.back().least;
    scopes_.push_back({node, now.size(), stops ? scopes_.size() + 1 : least, stops_});
  }
  void behind(std::size_t node, const Definitions& now) override {
    const DefinitionId d = now.of_node(node);
    if (!d.valid() || scopes_.empty()) return;
    Node& n = stream_.nodes[node];
    const RegisterOperation o = stream_.operations[n.index];
    if (o.operation == Operation::copy || !temporary_[o.target.value] || may_fault(streams_, o)) return;
    std::size_t depth = scopes_.back().least;
    for (const DefinitionId use : now.uses(node)) {
      if (use.valid()) depth = std::max(depth, depth_of(use));
    }
    const auto behind_stops =
        std::ranges::partition_point(scopes_, [&](const OpenScope& s) { return s.before < stops_; });
    depth = std::max(depth, static_cast<std::size_t>(behind_stops - scopes_.begin()));
    if (depth >= scopes_.size()) return;
    moved_.emplace(d, depth);
    n.removed = true;
    stream_.put_before(scopes_[depth].open, o);
  }

 private:
  struct OpenScope {
    std::size_t open = 0;
    std::size_t first = 0;   // definitions from this number on are inside
    std::size_t least = 0;   // nothing moves to fewer scopes than so many around it
    std::size_t before = 0;  // instructions, waits and signals
  };
  // How many of the scopes that are open now hold a definition.
  [[nodiscard]] std::size_t depth_of(DefinitionId d) const {
    const auto it = moved_.find(d);
    if (it != moved_.end()) return it->second;
    const auto outside = std::ranges::partition_point(scopes_, [&](const OpenScope& s) { return s.first <= d.value; });
    return static_cast<std::size_t>(outside - scopes_.begin());
  }

  Streams& streams_;
  EngineStream& stream_;
  std::vector<bool> temporary_;  // by register
  std::vector<OpenScope> scopes_;
  std::size_t stops_ = 0;  // so far
  std::unordered_map<DefinitionId, std::size_t> moved_;
};

}  // namespace

Implementation run_hoist(const Implementation& implementation, const Budget& budget) {
  Streams streams(implementation);
  change_engines(streams, budget, [&](EngineStream& stream) {
    split(streams, stream);
    Hoisting hoisting(streams, stream);
    const Definitions walk(streams, stream, nullptr, &hoisting);
    stream.settle();
    remove_dead(streams, stream);
    pack(streams, stream);
  });
  return streams.build();
}

}  // namespace counterpoint::passes
