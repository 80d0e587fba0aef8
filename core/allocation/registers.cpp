// Registers by demand, and the operations that keep them.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/diagnostic/internal_error.hpp"

namespace counterpoint {
namespace {

constexpr std::uint32_t empty = 0xffffffffU;

std::uint64_t scatter(std::uint64_t x) {
  x ^= x >> 31U;
  x *= 0x9e3779b97f4a7c15ULL;
  x ^= x >> 29U;
  x *= 0xbf58476d1ce4e5b9ULL;
  return x ^ (x >> 32U);
}

std::uint64_t hash(const Quantity& q) {
  const std::uint64_t who = (std::uint64_t{q.engine.value} << 8U) | static_cast<std::uint64_t>(q.kind);
  return scatter(scatter(who) ^ ((std::uint64_t{q.subject} << 32U) | q.anchor.value));
}

}  // namespace

RegisterTable::RegisterTable(const Tree& tree)
    : tree_(tree),
      slots_(64, empty),
      temporaries_(tree.engine_count(), 0),
      scratch_(tree.engine_count(), 0),
      first_temporary_(tree.engine_count(), 0),
      scratch_register_(tree.engine_count(), 0) {}

std::uint32_t RegisterTable::slot_of(const Quantity& quantity) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = hash(quantity) & mask;
  while (slots_[at] != empty && entries_[slots_[at]].quantity != quantity) at = (at + 1) & mask;
  return static_cast<std::uint32_t>(at);
}

void RegisterTable::grow() {
  slots_.assign(slots_.size() * 2, empty);
  for (std::uint32_t i = 0; i < entries_.size(); ++i) slots_[slot_of(entries_[i].quantity)] = i;
}

std::uint32_t RegisterTable::demand(const Quantity& quantity, std::uint32_t depth) {
  const std::uint32_t slot = slot_of(quantity);
  if (slots_[slot] != empty) {
    Entry& entry = entries_[slots_[slot]];
    entry.depth = std::max(entry.depth, depth);
    return slots_[slot];
  }
  const auto index = static_cast<std::uint32_t>(entries_.size());
  slots_[slot] = index;
  entries_.push_back({quantity, depth, RegisterId::none()});
  if (entries_.size() * 2 > slots_.size()) grow();
  const auto read = [&](QuantityKind kind, std::uint32_t subject) {
    demand({kind, quantity.engine, subject, ScopeId::none()});
  };
  switch (quantity.kind) {
    case QuantityKind::history: read(QuantityKind::count, quantity.subject); break;
    case QuantityKind::mark_history: read(QuantityKind::mark, quantity.subject); break;
    case QuantityKind::mark:
      read(QuantityKind::passed, tree_.engine_of(InstructionId{std::size_t{quantity.subject}}).value);
      break;
    default: break;
  }
  return index;
}

void RegisterTable::demand_temporary(EngineId e, std::uint32_t index) {
  temporaries_[e] = std::max(temporaries_[e], index + 1);
}

std::string RegisterTable::name_of(const Quantity& q, std::uint32_t index) const {
  const auto scope = [&](std::uint32_t s) { return tree_.scope_name(ScopeId{std::size_t{s}}); };
  const auto instruction = [&](std::uint32_t i) { return tree_.instruction_name(InstructionId{std::size_t{i}}); };
  switch (q.kind) {
    case QuantityKind::count: return "r_" + scope(q.subject);
    case QuantityKind::trip: return "t_" + scope(q.subject);
    case QuantityKind::history: return fmt::format("h{}_{}_{}", index, scope(q.subject), scope(q.anchor.value));
    case QuantityKind::passed: return fmt::format("q_{}", tree_.engine_name(EngineId{std::size_t{q.subject}}));
    case QuantityKind::mark: return fmt::format("n{}_{}", index, instruction(q.subject));
    case QuantityKind::mark_history:
      return fmt::format("g{}_{}_{}", index, instruction(q.subject), scope(q.anchor.value));
  }
  return {};
}

void RegisterTable::assign(ImplementationBuilder& builder) {
  const auto make = [&](EngineId e, const std::string& wish) { return builder.add_register(e, wish); };
  for (Entry& entry : entries_) {
    for (std::uint32_t j = 0; j < entry.depth; ++j) {
      const RegisterId r = make(entry.quantity.engine, name_of(entry.quantity, j));
      if (j == 0) entry.first = r;
    }
  }
  for (const EngineId e : tree_.engines()) {
    for (std::uint32_t i = 0; i < temporaries_[e]; ++i) {
      const RegisterId r = make(e, fmt::format("w{}", i));
      if (i == 0) first_temporary_[e] = r.value;
    }
    if (scratch_[e] != 0) scratch_register_[e] = make(e, "m").value;
  }
}

RegisterId RegisterTable::at(const Quantity& quantity, std::uint32_t index) const {
  const std::uint32_t entry = slots_[slot_of(quantity)];
  require(entry != empty && index < entries_[entry].depth, "a register is demanded before it is read");
  return RegisterId{std::size_t{entries_[entry].first.value} + index};
}

RegisterId RegisterTable::temporary(EngineId e, std::uint32_t index) const {
  require(index < temporaries_[e], "a temporary is demanded before it is used");
  return RegisterId{std::size_t{first_temporary_[e]} + index};
}

EntryOperations::EntryOperations(const Tree& tree, const RegisterTable& table) : table_(table) {
  const auto& entries = table.entries();
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const Quantity& q = entries[i].quantity;
    const auto add = [&](ScopeId at, Step step) { actions_.push_back({at, q.engine, step, i}); };
    switch (q.kind) {
      case QuantityKind::count: add(ScopeId{std::size_t{q.subject}}, Step::count); break;
      case QuantityKind::trip: {
        const ScopeId scope{std::size_t{q.subject}};
        add(scope, Step::trip);
        // Registers start at 0, and the root is entered once.
        if (tree.scope(scope).parent != Tree::root()) add(tree.scope(scope).parent, Step::reset);
        break;
      }
      case QuantityKind::history:
      case QuantityKind::mark_history:
        add(q.anchor, Step::shift);
        count_ += entries[i].depth - 1;
        break;
      case QuantityKind::passed:
      case QuantityKind::mark: break;  // kept at blocks, by the scheme that asked for them
    }
  }
  count_ += actions_.size();
  std::ranges::sort(actions_, {}, [](const Action& a) { return std::tuple(a.scope, a.engine, a.step, a.entry); });
  start_ = IdVector<ScopeId, std::uint32_t>(tree.scope_count() + 1, 0);
  for (const Action& a : actions_) ++start_[ScopeId{std::size_t{a.scope.value} + 1}];
  for (std::size_t s = 1; s < start_.size(); ++s) start_[ScopeId{s}] += start_[ScopeId{s - 1}];
}

void EntryOperations::emit_shift(const RegisterTable::Entry& entry, ImplementationBuilder& builder) const {
  const Quantity& q = entry.quantity;
  const QuantityKind of = q.kind == QuantityKind::history ? QuantityKind::count : QuantityKind::mark;
  emit_shift_up(builder, q.engine, entry.first, entry.depth);
  const RegisterId now = table_.at({of, q.engine, q.subject, ScopeId::none()});
  builder.operation(q.engine, entry.first, Operation::copy, Operand::of(now));
}

void EntryOperations::emit(ScopeId scope, ImplementationBuilder& builder) const {
  for (std::uint32_t i = start_[scope]; i < start_[ScopeId{std::size_t{scope.value} + 1}]; ++i) {
    const Action& a = actions_[i];
    const RegisterTable::Entry& entry = table_.entries()[a.entry];
    switch (a.step) {
      case Step::shift: emit_shift(entry, builder); break;
      case Step::count:
      case Step::trip:
        builder.operation(a.engine, entry.first, Operation::add, Operand::of(entry.first), Operand::small(1));
        break;
      case Step::reset: builder.operation(a.engine, entry.first, Operation::copy, Operand::small(0)); break;
    }
  }
}

void emit_shift_up(ImplementationBuilder& builder, EngineId engine, RegisterId first, std::uint32_t depth) {
  for (std::uint32_t j = depth - 1; j > 0; --j) {
    builder.operation(engine, RegisterId{std::size_t{first.value} + j}, Operation::copy,
                      Operand::of(RegisterId{std::size_t{first.value} + j - 1}));
  }
}

}  // namespace counterpoint
