// The guard around passes that work on one engine at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/engine_pass.hpp"

#include <algorithm>

#include "core/allocation/passes/pace.hpp"

namespace counterpoint::passes {

Snapshot::Snapshot(Streams& streams, const EngineStream& stream) : stream_(stream) {
  for (const Node& n : stream_.nodes) {
    if (n.kind == NodeKind::operation) continue;
    streams.operands(stream_, n, [&](Operand& o, Role) { operands_.push_back(o); });
  }
}

void Snapshot::restore(Streams& streams) const {
  EngineStream& out = streams.engines[stream_.engine];
  out = stream_;
  auto next = operands_.begin();
  for (const Node& n : out.nodes) {
    if (n.kind == NodeKind::operation) continue;
    streams.operands(out, n, [&](Operand& o, Role) { o = *next++; });
  }
}

void change_engines(Streams& streams, const Budget& budget, const std::function<void(EngineStream&)>& change) {
  const Tree& tree = streams.from.tree;
  for (EngineStream& stream : streams.engines) {
    if (stream.operations.empty()) continue;
    const Snapshot before(streams, stream);
    const Expense was(tree, stream);
    const std::size_t registers = registers_in_use(stream);
    change(stream);
    const Expense is(tree, stream);
    const std::size_t now = registers_in_use(stream);
    const std::size_t most = std::max(budget[stream.engine], registers);
    const bool good = now <= most && is.never_more_than(was) && lost_pace(streams, stream, before.stream()) == 0;
    if (!good) before.restore(streams);
  }
}

}  // namespace counterpoint::passes
