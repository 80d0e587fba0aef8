// Splits registers into webs, and takes out what nothing depends on.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/passes/webs.hpp"

#include <algorithm>

namespace counterpoint::passes {

Webs::Webs(const Definitions& definitions, const EngineStream& stream)
    : parent_(definitions.size()), used_(definitions.size(), false) {
  for (std::size_t i = 0; i < definitions.size(); ++i) parent_[DefinitionId{i}] = DefinitionId{i};
  std::vector<DefinitionId> work;
  const auto use = [&](DefinitionId d) {
    if (!d.valid() || used_[d.value]) return;
    used_[d.value] = true;
    work.push_back(d);
  };
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    for (const DefinitionId d : definitions.uses(i)) use(d);
  }
  while (!work.empty()) {
    const DefinitionId d = work.back();
    work.pop_back();
    const Definition& x = definitions[d];
    if (!x.a.valid()) continue;
    use(x.a);
    use(x.b);
    join(d, x.a);
    join(d, x.b);
  }
  keep_counters(definitions, stream);
}

// Both have the same register already, so they may go on sharing one. The head of the loop comes before its steps.
void Webs::keep_counters(const Definitions& definitions, const EngineStream& stream) {
  std::vector<bool> goes_round(definitions.size(), false);
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    const DefinitionId d{i};
    if (definitions[d].kind == DefinitionKind::loop && used(d)) goes_round[of(d).value] = true;
  }
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    const DefinitionId d = definitions.of_node(i);
    if (!d.valid()) continue;
    const RegisterOperation& o = stream.operations[stream.nodes[i].index];
    const bool sum = o.operation == Operation::add || o.operation == Operation::subtract;
    if (!sum || o.a != Operand::of(o.target) || !o.b.is_literal()) continue;
    const DefinitionId from = definitions.uses(i)[0];
    if (!goes_round[of(d).value] && !goes_round[of(from).value]) continue;
    join(d, from);
    goes_round[of(d).value] = true;
  }
}

DefinitionId Webs::of(DefinitionId d) const {
  while (parent_[d] != d) {
    parent_[d] = parent_[parent_[d]];
    d = parent_[d];
  }
  return d;
}

void Webs::join(DefinitionId a, DefinitionId b) {
  a = of(a);
  b = of(b);
  if (b < a) std::swap(a, b);
  parent_[b] = a;
}

void split(Streams& streams, EngineStream& stream) {
  const Definitions definitions(streams, stream, nullptr);
  const Webs webs(definitions, stream);
  IdVector<DefinitionId, RegisterId> made(definitions.size());
  std::vector<std::string> names;
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    const DefinitionId d = definitions.of_node(i);
    if (!d.valid()) continue;
    RegisterId& r = made[webs.of(d)];
    if (!r.valid()) {
      r = RegisterId{names.size()};
      names.push_back(stream.registers[definitions[d].reg.value]);
    }
  }
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    std::size_t next = 0;
    streams.operands(stream, stream.nodes[i], [&](Operand& o, Role) {
      const DefinitionId d = definitions.uses(i)[next++];
      if (!d.valid()) return;
      const RegisterId r = made[webs.of(d)];
      o = r.valid() ? Operand::of(r) : Operand::small(0);  // a register that is not assigned before
    });
    const DefinitionId d = definitions.of_node(i);
    if (d.valid()) stream.operations[stream.nodes[i].index].target = made[webs.of(d)];
  }
  stream.registers = std::move(names);
}

namespace {

// Of two numbers, in 64 bits.
bool overflows(Operation operation, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  switch (operation) {
    case Operation::add: return __builtin_add_overflow(a, b, &out);
    case Operation::subtract: return __builtin_sub_overflow(a, b, &out);
    case Operation::multiply: return __builtin_mul_overflow(a, b, &out);
    default: return false;
  }
}

}  // namespace

bool may_fault(const Streams& streams, const RegisterOperation& operation) {
  if (operation.a.is_literal() && operation.b.is_literal()) {
    const auto value = [&](Operand o) { return streams.literals.value(o); };
    if (overflows(operation.operation, value(operation.a), value(operation.b))) return true;
  }
  if (operation.operation != Operation::modulo && operation.operation != Operation::divide) return false;
  return operation.b.is_register() || streams.literals.value(operation.b) <= 0;
}

void remove_dead(Streams& streams, EngineStream& stream) {
  const Definitions definitions(streams, stream, nullptr);
  const Webs webs(definitions, stream);
  // The operations of each web, as lists through `next`.
  IdVector<DefinitionId, std::uint32_t> first(definitions.size(), 0);
  std::vector<std::uint32_t> next(stream.nodes.size() + 1, 0);
  std::vector<bool> alive(definitions.size(), false);
  std::vector<std::size_t> work;
  const auto need = [&](std::size_t node) {
    for (const DefinitionId d : definitions.uses(node)) {
      if (!d.valid() || alive[webs.of(d).value]) continue;
      alive[webs.of(d).value] = true;
      for (std::uint32_t i = first[webs.of(d)]; i != 0; i = next[i]) work.push_back(i - 1);
    }
  };
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    const DefinitionId d = definitions.of_node(i);
    if (!d.valid()) continue;
    next[i + 1] = first[webs.of(d)];
    first[webs.of(d)] = static_cast<std::uint32_t>(i + 1);
  }
  const auto root = [&](const Node& n) {
    return n.kind != NodeKind::operation || may_fault(streams, stream.operations[n.index]);
  };
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    if (!stream.nodes[i].removed && root(stream.nodes[i])) need(i);
  }
  while (!work.empty()) {
    const std::size_t node = work.back();
    work.pop_back();
    need(node);
  }
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    Node& n = stream.nodes[i];
    std::size_t slot = 0;
    streams.operands(stream, n, [&](Operand& o, Role) {  // a register that may be assigned nowhere soon
      const DefinitionId d = definitions.uses(i)[slot++];
      if (d.valid() && first[webs.of(d)] == 0) o = Operand::small(0);
    });
    if (n.kind != NodeKind::operation || n.removed) continue;
    const RegisterOperation& o = stream.operations[n.index];
    const bool itself = o.operation == Operation::copy && o.a == Operand::of(o.target);
    const bool dead = !alive[webs.of(definitions.of_node(i)).value] && !root(n);
    if (itself || dead) n.removed = true;
  }
  stream.settle();
}

std::vector<bool> temporaries(Streams& streams, EngineStream& stream) {
  const Definitions definitions(streams, stream, nullptr);
  std::vector<std::uint32_t> assigned(stream.registers.size(), 0);
  std::vector<bool> out(stream.registers.size(), true);
  for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
    const DefinitionId d = definitions.of_node(i);
    if (d.valid()) ++assigned[definitions[d].reg.value];
    for (const DefinitionId use : definitions.uses(i)) {
      if (use.valid() && definitions[use].kind != DefinitionKind::operation) out[definitions[use].reg.value] = false;
    }
  }
  for (std::size_t r = 0; r < out.size(); ++r) out[r] = out[r] && assigned[r] == 1;
  return out;
}

std::size_t registers_in_use(const EngineStream& stream) {
  std::vector<bool> seen(stream.registers.size(), false);
  std::size_t count = 0;
  for (const Node& n : stream.nodes) {
    if (n.kind != NodeKind::operation || n.removed) continue;
    const std::size_t r = stream.operations[n.index].target.value;
    count += seen[r] ? 0 : 1;
    seen[r] = true;
  }
  return count;
}

}  // namespace counterpoint::passes
