// Finds the sums of counters that an engine reads.
// SPDX-License-Identifier: Apache-2.0
//
// What. One walk to find the counters, one that follows values. A value is a sum of unknowns; the unknown that stands
// for a counter at the head of a loop, or behind a conditional, belongs to that counter, and the counter holds it plus
// a number now. So a value is a sum of counters as they are now, or, if one has moved on from the unknown, none. Cost:
// linear, with a hash of shapes. Source: values.hpp.
#include "core/allocation/passes/sums.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/allocation/passes/webs.hpp"

namespace counterpoint::passes {

namespace {

constexpr std::int64_t largest_number_of_sums = std::int64_t{1} << 40U;

bool small(std::int64_t v) { return v <= largest_number_of_sums && v >= -largest_number_of_sums; }

class SumFinder : public Watcher {
 public:
  SumFinder(Streams& streams, EngineStream& stream, Values& values)
      : streams_(streams),
        stream_(stream),
        values_(values),
        kinds_(stream.registers.size()),
        temporary_(temporaries(streams, stream)) {
    out.scopes.resize(stream.nodes.size() + 1);
    for (const Node& n : stream.nodes) {
      if (n.kind != NodeKind::operation) continue;
      const RegisterOperation& o = stream.operations[n.index];
      Kind& k = kinds_[o.target.value];
      if (step_of(o, streams.literals)) {
        k.steps = true;
      } else if (o.operation == Operation::copy && o.a.is_literal() && small(streams.literals.value(o.a))) {
        k.sets = true;
      } else {
        k.other = true;
      }
    }
  }

  void before(std::size_t node, const Definitions& now) override {
    const Node& n = stream_.nodes[node];
    for (; known_ < now.size(); ++known_) own(now[DefinitionId{known_}]);
    if (n.kind == NodeKind::open) {
      out.scopes[node + 1].around = scope();
      scopes_.push_back(node + 1);
    } else if (n.kind == NodeKind::close) {
      out.scopes[scope()].close = node;
      scopes_.pop_back();
    } else if (n.kind != NodeKind::operation) {
      look_at(node, Role::threshold, now);
    } else if (const RegisterOperation& o = stream_.operations[n.index]; counter(o.target)) {
      const auto step = step_of(o, streams_.literals);
      out.steps.push_back({node, scope(), o.target, step ? *step : streams_.literals.value(o.a), !step});
    } else if (!passes_on(o)) {
      look_at(node, Role::operand, now);
    }
  }

  // The most read shapes first.
  void sort() {
    std::vector<std::size_t> count(out.shapes.size(), 0);
    for (const Read& r : out.reads) ++count[r.shape];
    std::vector<std::size_t> order(out.shapes.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return count[a] > count[b]; });
    std::vector<std::size_t> place(order.size());
    std::vector<std::vector<Factor>> shapes;
    for (std::size_t i = 0; i < order.size(); ++i) {
      place[order[i]] = i;
      shapes.push_back(std::move(out.shapes[order[i]]));
    }
    out.shapes = std::move(shapes);
    for (Read& r : out.reads) r.shape = place[r.shape];
    std::ranges::stable_sort(out.reads, {}, &Read::shape);
    std::ranges::stable_sort(out.steps, {}, &Step::reg);
  }

  Sums out;

 private:
  struct Kind {
    bool steps = false;
    bool sets = false;
    bool other = false;
  };
  [[nodiscard]] bool counter(RegisterId r) const {
    return kinds_[r.value].steps && !kinds_[r.value].other && !temporary_[r.value];
  }
  [[nodiscard]] std::size_t scope() const { return scopes_.empty() ? 0 : scopes_.back(); }

  // A sum for a temporary: who reads that is asked instead.
  [[nodiscard]] bool passes_on(const RegisterOperation& o) const {
    if (!temporary_[o.target.value]) return false;
    switch (o.operation) {
      case Operation::copy:
      case Operation::add:
      case Operation::subtract: return true;
      case Operation::multiply: return o.a.is_literal() || o.b.is_literal();
      default: return false;
    }
  }
  void own(const Definition& d) {
    if (d.kind != DefinitionKind::loop && d.kind != DefinitionKind::conditional) return;
    const auto terms = values_.terms(d.value);
    if (!counter(d.reg) || terms.size() != 1 || terms[0].scale != 1 || values_.offset(d.value) != 0) return;
    owners_.try_emplace(terms[0].unknown, d.reg);
  }
  void look_at(std::size_t node, Role role, const Definitions& now) {
    std::size_t slot = 0;
    streams_.operands(stream_, stream_.nodes[node], [&](Operand& o, Role r) {
      if (r == role && o.is_register()) read(node, slot, now.value_now(o), now);
      ++slot;
    });
  }
  void read(std::size_t node, std::size_t slot, ValueId value, const Definitions& now) {
    const auto terms = values_.terms(value);
    if (terms.empty()) return;
    std::int64_t offset = values_.offset(value);
    shape_.clear();
    for (const Term& t : terms) {
      const auto it = owners_.find(t.unknown);
      if (it == owners_.end() || !small(t.scale)) return;
      const ValueId held = now[now.now(it->second)].value;
      const auto of_held = values_.terms(held);
      if (of_held.size() != 1 || !(of_held[0] == Term{t.unknown, 1})) return;
      if (kinds_[it->second.value].sets && terms.size() > 1) return;
      std::int64_t moved = 0;
      if (__builtin_mul_overflow(t.scale, values_.offset(held), &moved) ||
          __builtin_sub_overflow(offset, moved, &offset)) {
        return;
      }
      shape_.push_back({it->second, t.scale});
    }
    if (!small(offset)) return;
    std::ranges::sort(shape_);
    const auto [at, fresh] = index_.try_emplace(shape_, out.shapes.size());
    if (fresh) out.shapes.push_back(shape_);
    out.reads.push_back({node, slot, scope(), at->second, offset});
  }

  Streams& streams_;
  EngineStream& stream_;
  Values& values_;
  std::vector<Kind> kinds_;                               // by register
  std::vector<bool> temporary_;                           // by register
  std::unordered_map<std::uint32_t, RegisterId> owners_;  // by unknown
  std::map<std::vector<Factor>, std::size_t> index_;
  std::vector<Factor> shape_;
  std::vector<std::size_t> scopes_;
  std::size_t known_ = 0;
};

}  // namespace

std::optional<std::int64_t> step_of(const RegisterOperation& operation, const Literals& literals) {
  const bool sum = operation.operation == Operation::add;
  if (!sum && operation.operation != Operation::subtract) return std::nullopt;
  if (operation.a != Operand::of(operation.target) || !operation.b.is_literal()) return std::nullopt;
  const std::int64_t k = literals.value(operation.b);
  if (!small(k)) return std::nullopt;
  return sum ? k : -k;
}

Sums find_sums(Streams& streams, EngineStream& stream, std::int64_t largest) {
  Values values(largest);
  SumFinder finder(streams, stream, values);
  const Definitions walk(streams, stream, &values, &finder);
  finder.sort();
  finder.out.definitions = walk.size();
  return std::move(finder.out);
}

}  // namespace counterpoint::passes
