// Gives webs that are never alive at the same time the same register.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <queue>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "core/allocation/passes/webs.hpp"

namespace counterpoint::passes {
namespace {

struct Interval {
  std::size_t first = static_cast<std::size_t>(-1);
  std::size_t last = 0;
  DefinitionId web;
};

// Positions: an operand of node i is read at 2 i + 2, and what node i assigns is there from 2 i + 3.
class Liveness {
 public:
  Liveness(const Definitions& definitions, const Webs& webs, const EngineStream& stream)
      : definitions_(definitions), webs_(webs), of_web_(definitions.size()) {
    gather_arguments();
    auto argument = arguments_.begin();
    for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
      const Node& n = stream.nodes[i];
      for (; argument != arguments_.end() && argument->first == i; ++argument) read(i, argument->second);
      for (const DefinitionId d : definitions.uses(i)) {
        if (d.valid()) read(i, d);
      }
      if (definitions.of_node(i).valid()) cover(definitions.of_node(i), defined(definitions.of_node(i)));
      if (n.kind == NodeKind::open) loops_.push_back(i);
      if (n.kind == NodeKind::close) loops_.pop_back();
    }
  }
  // In the order in which they begin.
  [[nodiscard]] std::vector<Interval> intervals() const {
    std::vector<Interval> out;
    for (const Interval& i : of_web_) {
      if (i.web.valid()) out.push_back(i);
    }
    std::ranges::sort(out, [](const Interval& a, const Interval& b) {
      return a.first != b.first ? a.first < b.first : a.web < b.web;
    });
    return out;
  }

 private:
  // What loops and conditionals read where their branches and iterations end.
  void gather_arguments() {
    for (std::size_t d = 0; d < definitions_.size(); ++d) {
      const Definition& x = definitions_[DefinitionId{d}];
      if (!x.a.valid() || !webs_.used(DefinitionId{d})) continue;
      const bool loop = x.kind == DefinitionKind::loop;
      arguments_.emplace_back(loop ? x.node : x.other, x.a);
      arguments_.emplace_back(loop ? x.other : x.node, x.b);
    }
    std::ranges::sort(arguments_);
  }
  [[nodiscard]] std::size_t defined(DefinitionId d) const {
    const Definition& x = definitions_[d];
    return x.kind == DefinitionKind::start ? 0 : 2 * x.node + 3;
  }
  void cover(DefinitionId d, std::size_t position) {
    Interval& i = of_web_[webs_.of(d)];
    i.web = webs_.of(d);
    i.first = std::min(i.first, position);
    i.last = std::max(i.last, position);
  }
  void read(std::size_t node, DefinitionId d) {
    cover(d, defined(d));
    cover(d, 2 * node + 2);
    // The outermost scope here that the definition is outside of: if that is a loop, the next iteration reads it too.
    const auto outside =
        std::ranges::partition_point(loops_, [&](std::size_t open) { return 2 * open + 3 <= defined(d); });
    if (outside != loops_.end()) cover(d, 2 * definitions_.closing(*outside) + 3);
  }

  const Definitions& definitions_;
  const Webs& webs_;
  IdVector<DefinitionId, Interval> of_web_;
  std::vector<std::pair<std::size_t, DefinitionId>> arguments_;  // by node
  std::vector<std::size_t> loops_;                               // open scopes, by opening node
};

// Registers that exist, by the name that each web would like.
class Registers {
 public:
  explicit Registers(const Streams& streams) {
    for (const Semaphore& s : streams.from.semaphores) taken_.insert(s.name);
  }
  RegisterId take(const std::string& wish) {
    for (const RegisterId r : named_[wish]) {
      if (free_.erase(r) > 0) return r;
    }
    if (!free_.empty()) {
      const RegisterId r = *free_.begin();
      free_.erase(free_.begin());
      return r;
    }
    const RegisterId r{names.size()};
    std::string name = wish;
    for (std::uint32_t n = 2; !taken_.insert(name).second; ++n) name = wish + "_" + std::to_string(n);
    names.push_back(std::move(name));
    named_[wish].push_back(r);
    return r;
  }
  void give_back(RegisterId r) { free_.insert(r); }

  std::vector<std::string> names;

 private:
  std::set<RegisterId> free_;
  std::unordered_map<std::string, std::vector<RegisterId>> named_;
  std::unordered_set<std::string> taken_;
};

}  // namespace

void pack(Streams& streams, EngineStream& stream) {
  const Definitions definitions(streams, stream, nullptr);
  const Webs webs(definitions, stream);
  Registers registers(streams);
  IdVector<DefinitionId, RegisterId> of(definitions.size());
  using Ending = std::pair<std::size_t, RegisterId>;
  std::priority_queue<Ending, std::vector<Ending>, std::greater<>> alive;
  for (const Interval& i : Liveness(definitions, webs, stream).intervals()) {
    while (!alive.empty() && alive.top().first < i.first) {
      registers.give_back(alive.top().second);
      alive.pop();
    }
    of[i.web] = registers.take(stream.registers[definitions[i.web].reg.value]);
    alive.emplace(i.last, of[i.web]);
  }
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    std::size_t next = 0;
    streams.operands(stream, stream.nodes[i], [&](Operand& o, Role) {
      const DefinitionId d = definitions.uses(i)[next++];
      if (d.valid()) o = Operand::of(of[webs.of(d)]);
    });
    const DefinitionId d = definitions.of_node(i);
    if (d.valid()) stream.operations[stream.nodes[i].index].target = of[webs.of(d)];
  }
  stream.registers = std::move(registers.names);
}

}  // namespace counterpoint::passes
