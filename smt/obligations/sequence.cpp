// Sorts the instructions of a block by streams and dependencies at distance 0.
// SPDX-License-Identifier: Apache-2.0
#include "smt/obligations/sequence.hpp"

#include <algorithm>
#include <queue>

#include "smt/obligations/consumer.hpp"

namespace counterpoint::smt {

Sequence::Order Sequence::order_of(const Setting& s, BlockId b) {
  const Tree& tree = s.implementation.tree;
  const IdRange<InstructionId> all = s.facts.instructions(b);
  Order order;
  std::vector<std::pair<InstructionId, InstructionId>> edges;  // producer, consumer
  for (const InstructionId i : all) {
    for (const DependencyId d : s.program.dependencies_of(s.pairing.to_program[i])) {
      const InstructionId p = s.pairing.to_implementation[s.program.dependency(d).producer];
      if (!all.contains(p) || !s.program.distances_of(d).empty()) continue;
      edges.emplace_back(p, i);
      order.text = order.text && p < i;
    }
  }
  if (order.text) return order;
  std::vector<InstructionId> last(tree.engine_count());
  for (const InstructionId i : all) {
    InstructionId& before = last[tree.engine_of(i).value];
    if (before.valid()) edges.emplace_back(before, i);
    before = i;
  }
  std::sort(edges.begin(), edges.end());
  std::vector<std::uint32_t> open(all.size(), 0);
  for (const auto& [p, c] : edges) ++open[c.value - all.first];
  std::priority_queue<InstructionId, std::vector<InstructionId>, std::greater<>> ready;
  for (const InstructionId i : all) {
    if (open[i.value - all.first] == 0) ready.push(i);
  }
  while (!ready.empty()) {
    const InstructionId i = ready.top();
    ready.pop();
    order.rank.emplace(i, static_cast<std::uint32_t>(order.rank.size()));
    for (auto e = std::lower_bound(edges.begin(), edges.end(), std::pair{i, InstructionId{std::size_t{0}}});
         e != edges.end() && e->first == i; ++e) {
      if (--open[e->second.value - all.first] == 0) ready.push(e->second);
    }
  }
  order.cycle = order.rank.size() != all.size();
  return order;
}

std::optional<std::int64_t> Sequence::raised_before(const Setting& s, const Consumer& c, CellId cell) {
  const BlockId b = c.standing.block;
  if (!b.valid()) return 0;
  auto it = orders_.find(b);
  if (it == orders_.end()) it = orders_.emplace(b, order_of(s, b)).first;
  const Order& order = it->second;
  if (order.cycle) return std::nullopt;
  if (!c.instruction.valid()) return s.facts.raised(cell, EngineId{}, b);
  if (order.text) {
    if (c.instruction.value == s.facts.instructions(b).first) return 0;
    return s.facts.raised_up_to(cell, EngineId{}, b, InstructionId{std::size_t{c.instruction.value} - 1});
  }
  std::int64_t sum = 0;
  const std::uint32_t mine = order.rank.at(c.instruction);
  const IdRange<InstructionId> all = s.facts.instructions(b);
  for (const Raisers& r : s.streams.cell(cell).raisers) {
    const auto from =
        std::lower_bound(r.instructions.begin(), r.instructions.end(), InstructionId{std::size_t{all.first}});
    for (auto i = from; i != r.instructions.end() && all.contains(*i); ++i) {
      if (order.rank.at(*i) < mine) sum += r.up_to(*i) - r.before(*i);
    }
  }
  return sum;
}

}  // namespace counterpoint::smt
