// Constants and copies: what is a number becomes one, and a copy is read where it comes from.
// SPDX-License-Identifier: Apache-2.0
//
// What. Along the stream each operand whose value is a number becomes that number; one that is a copy of a register
// which still holds the original becomes that register; a sum of a sum of a register and numbers becomes one sum, if
// that register still holds what was added to. An operation that is a number becomes `R := number`, one that changes
// nothing a copy. What nothing reads any more then is left out.
// Invariant. Every operand has the value it had. No register is read that was not assigned: a copy's source is what the
// copy read. Cost: linear. Source: values.hpp, definitions.hpp.
#include "core/allocation/passes/engine_pass.hpp"

namespace counterpoint::passes {
namespace {

class Folding : public Watcher {
 public:
  Folding(Streams& streams, EngineStream& stream, Values& values)
      : streams_(streams), stream_(stream), values_(values) {
    const Definitions definitions(streams, stream, &values);
    reads_.resize(definitions.size(), 0);
    for (std::size_t i = 0; i < stream.nodes.size(); ++i) {
      for (const DefinitionId d : definitions.uses(i)) {
        if (d.valid()) ++reads_[d.value];
      }
    }
    for (std::size_t i = 0; i < definitions.size(); ++i) {
      const Definition& d = definitions[DefinitionId{i}];
      if (!d.a.valid()) continue;
      ++reads_[d.a.value];
      ++reads_[d.b.value];
    }
  }

  void before(std::size_t node, const Definitions& now) override {
    const Node& n = stream_.nodes[node];
    if (n.marker()) return;
    streams_.operands(stream_, n, [&](Operand& o, Role) { simplify(o, now); });
    if (n.kind == NodeKind::operation) simplify(stream_.operations[n.index], now);
  }
  void behind(std::size_t node, const Definitions& now) override {
    const DefinitionId d = now.of_node(node);
    if (!d.valid()) return;
    sources_.resize(now.size());
    const RegisterOperation& o = stream_.operations[stream_.nodes[node].index];
    const bool copy = o.operation == Operation::copy && o.a.is_register();
    const bool moved = o.operation == Operation::add || o.operation == Operation::subtract;
    if (copy || (moved && o.a.is_register() && o.b.is_literal())) sources_[d.value] = now.uses(node)[0];
  }

 private:
  // What d copies, or adds a number to, if that is still there.
  [[nodiscard]] DefinitionId source(DefinitionId d, const Definitions& now) const {
    if (d.value >= sources_.size() || !sources_[d.value].valid()) return DefinitionId::none();
    const DefinitionId s = sources_[d.value];
    return now.now(now[s].reg) == s ? s : DefinitionId::none();
  }
  void simplify(Operand& o, const Definitions& now) {
    if (!o.is_register()) return;
    if (const auto number = values_.number(now.value_now(o))) {
      o = streams_.literals.of(*number);
      return;
    }
    DefinitionId d = now.now(o.reg());
    for (DefinitionId s = source(d, now); s.valid() && now[s].value == now[d].value; s = source(d, now)) {
      o = Operand::of(now[s].reg);
      d = s;
    }
  }
  void simplify(RegisterOperation& o, const Definitions& now) {
    if (o.operation == Operation::copy) return;
    if (may_fault(streams_, o)) return;
    const ValueId a = now.value_now(o.a);
    const ValueId value = values_.of(o.operation, a, now.value_now(o.b));
    if (const auto number = values_.number(value)) {
      o = {o.target, streams_.literals.of(*number), {}, Operation::copy};
      return;
    }
    const bool either_way = o.operation == Operation::add || o.operation == Operation::multiply;
    if (either_way && o.a.is_literal()) std::swap(o.a, o.b);
    if (!o.a.is_register()) return;
    if (now.value_now(o.a) == value) {
      o = {o.target, o.a, {}, Operation::copy};
      return;
    }
    const bool moved = o.operation == Operation::add || o.operation == Operation::subtract;
    if (moved && o.b.is_literal()) combine(o, value, now);
  }
  void combine(RegisterOperation& o, ValueId value, const Definitions& now) {
    const DefinitionId s = source(now.now(o.a.reg()), now);
    if (!s.valid() || reads_[now.now(o.a.reg()).value] != 1) return;  // what others read too stays as it is
    const auto by = values_.difference(value, now[s].value);
    if (!by || *by < -limit || *by > limit) return;
    if (*by == 0) {
      o = {o.target, Operand::of(now[s].reg), {}, Operation::copy};
    } else {
      o = moved_by(o.target, now[s].reg, *by, streams_.literals);
    }
  }

  static constexpr std::int64_t limit = std::int64_t{1} << 40U;
  Streams& streams_;
  EngineStream& stream_;
  Values& values_;
  std::vector<DefinitionId> sources_;  // by definition: what it copies, or adds a number to
  std::vector<std::uint32_t> reads_;   // by definition, before the walk, which makes the same ones
};

}  // namespace

RegisterOperation moved_by(RegisterId target, RegisterId from, std::int64_t by, Literals& literals) {
  if (by < 0) return {target, Operand::of(from), literals.of(-by), Operation::subtract};
  return {target, Operand::of(from), literals.of(by), Operation::add};
}

Implementation run_fold(const Implementation& implementation, const Budget& budget) {
  Streams streams(implementation);
  const std::int64_t largest = largest_number(implementation);
  change_engines(streams, budget, [&](EngineStream& stream) {
    Values values(largest);
    Folding folding(streams, stream, values);
    const Definitions walk(streams, stream, &values, &folding);
    remove_dead(streams, stream);
  });
  return streams.build();
}

}  // namespace counterpoint::passes
