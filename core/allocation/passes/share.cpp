// Common subexpressions: what an engine has computed and still holds is not computed again.
// SPDX-License-Identifier: Apache-2.0
//
// What. Registers are split by purpose, so that a temporary stays what it was. Along the stream the first operation
// with a value is remembered; a later one with the same value becomes a copy, and who reads the copy reads the first
// one's register instead, as long as it is not assigned again. Registers are packed at the end.
// Invariant. What is remembered comes before in every run: it is in the same body or in one around it. For what a
// branch or a loop has assigned is behind it no longer what its register is known to hold (definitions.hpp). Cost:
// linear, with a hash of values. Source: values.hpp.
#include "core/allocation/passes/engine_pass.hpp"

namespace counterpoint::passes {
namespace {

class Sharing : public Watcher {
 public:
  Sharing(Streams& streams, EngineStream& stream, Values& values)
      : streams_(streams), stream_(stream), values_(values), temporary_(temporaries(streams, stream)) {}

  void before(std::size_t node, const Definitions& now) override {
    const Node& n = stream_.nodes[node];
    if (n.marker()) return;
    streams_.operands(stream_, n, [&](Operand& o, Role) {
      if (!o.is_register()) return;
      const DefinitionId d = now.now(o.reg());
      const auto it = same_.find(d);
      if (it != same_.end() && now.now(now[it->second].reg) == it->second) o = Operand::of(now[it->second].reg);
    });
  }
  void behind(std::size_t node, const Definitions& now) override {
    const DefinitionId d = now.of_node(node);
    if (!d.valid() || values_.number(now[d].value)) return;
    RegisterOperation& o = stream_.operations[stream_.nodes[node].index];
    DefinitionId& known = known_[now[d].value];
    const bool there = known.valid() && now.now(now[known].reg) == known && now[known].reg != o.target;
    if (there && temporary_[o.target.value]) {
      same_.emplace(d, known);
      if (!may_fault(streams_, o)) o = {o.target, Operand::of(now[known].reg), {}, Operation::copy};
    } else if (!there) {
      known = d;
    }
  }

 private:
  Streams& streams_;
  EngineStream& stream_;
  Values& values_;
  std::vector<bool> temporary_;                          // by register
  std::unordered_map<ValueId, DefinitionId> known_;      // who holds a value
  std::unordered_map<DefinitionId, DefinitionId> same_;  // a copy, and what it is of
};

}  // namespace

Implementation run_share(const Implementation& implementation, const Budget& budget) {
  Streams streams(implementation);
  const std::int64_t largest = largest_number(implementation);
  change_engines(streams, budget, [&](EngineStream& stream) {
    split(streams, stream);
    Values values(largest);
    Sharing sharing(streams, stream, values);
    const Definitions walk(streams, stream, &values, &sharing);
    remove_dead(streams, stream);
    pack(streams, stream);
  });
  return streams.build();
}

}  // namespace counterpoint::passes
