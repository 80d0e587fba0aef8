// The snapshot form of the per-engine scheme.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/snapshot_form.hpp"

#include <algorithm>
#include <tuple>

namespace counterpoint {
namespace {

// How many executions of p's block the note of a direct dependency lies back; -1 if that is not defined.
std::int64_t executions_back(const Formula& f) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const std::uint32_t consumer =
      tree.item_in(c.common, f.program.consumer_scope(f.dependency), f.program.consumer_item(f.dependency));
  const bool passed = tree.item_of(f.producer()) <= consumer;  // this iteration, before c; the same block too
  return passed ? c.distance : std::int64_t{c.distance} - 1;
}

}  // namespace

std::string_view why_no_snapshot(const Formula& f, EngineId e, const EngineCounting& counting) {
  const Classification& c = f.classified;
  const EngineId engine = f.tree().engine_of(f.producer());
  switch (c.kind) {
    case DependenceClass::two_level:
    case DependenceClass::constant_trips: return "a snapshot is not defined for its class";
    case DependenceClass::direct:
      if (executions_back(f) < 0) return "the consumer passes the producer's block only later";
      if (executions_back(f) > snapshot_depth_limit) return "the snapshot would need too many registers";
      break;
    default:
      if (c.distance > snapshot_depth_limit) return "the snapshot would need too many registers";
  }
  if (e == engine || counting.bodies(engine).size() == 1 || counting.uniform(engine)) return "";
  return "engines may run a scope with work of that engine differently often";
}

Value snapshot_threshold(const Formula& f, Lowering& lower) {
  const Classification& c = f.classified;
  const std::uint32_t p = f.producer().value;
  Value note;
  switch (c.kind) {
    case DependenceClass::direct:
      note = lower.read(QuantityKind::mark, p, {}, static_cast<std::uint32_t>(executions_back(f)));
      break;
    case DependenceClass::history:
    case DependenceClass::through:
    case DependenceClass::strengthened:
      note = lower.read(QuantityKind::mark_history, p, c.carrier, static_cast<std::uint32_t>(c.distance - 1));
      break;
    default: note = lower.read(QuantityKind::mark, p);
  }
  return with_masks(f, lower, note);
}

std::size_t SnapshotBlocks::prepare(const Tree& tree, const EngineCounting& counting, const RegisterTable& table) {
  keepers_ = IdVector<EngineId, std::vector<std::uint32_t>>(tree.engine_count());
  counted_ = IdVector<EngineId, std::uint32_t>(tree.engine_count(), 0);
  std::size_t operations = 0;
  const auto& entries = table.entries();
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    const Quantity& q = entries[i].quantity;
    if (q.kind == QuantityKind::mark) {
      notes_.push_back({InstructionId{std::size_t{q.subject}}, q.engine, i});
      operations += entries[i].depth;
    } else if (q.kind == QuantityKind::passed) {
      const EngineId f{std::size_t{q.subject}};
      keepers_[f].push_back(i);
      operations += counting.blocks(f);
    }
  }
  std::ranges::sort(notes_, {}, [](const Note& n) { return std::tuple(n.producer, n.engine); });
  return operations;
}

void SnapshotBlocks::emit(BlockId b, const Tree& tree, const EngineCounting& counting, const RegisterTable& table,
                          ImplementationBuilder& builder) {
  const Block& block = tree.block(b);
  for (; next_ < notes_.size() && notes_[next_].producer.value < block.last; ++next_) {
    const Note& note = notes_[next_];
    const RegisterTable::Entry& entry = table.entries()[note.entry];
    const RegisterId passed = table.at({QuantityKind::passed, note.engine, tree.engine_of(note.producer).value, {}});
    emit_shift_up(builder, note.engine, entry.first, entry.depth);
    builder.operation(note.engine, entry.first, Operation::add, Operand::of(passed),
                      builder.literal(counting.position_in_block(note.producer)));
  }
  touched_.clear();
  for (std::uint32_t i = block.first; i < block.last; ++i) {
    if (!counting.counts(InstructionId{std::size_t{i}})) continue;
    const EngineId f = tree.engine_of(InstructionId{std::size_t{i}});
    if (counted_[f]++ == 0) touched_.push_back(f);
  }
  for (const EngineId f : touched_) {
    for (const std::uint32_t i : keepers_[f]) {
      const RegisterTable::Entry& entry = table.entries()[i];
      builder.operation(entry.quantity.engine, entry.first, Operation::add, Operand::of(entry.first),
                        builder.literal(counted_[f]));
    }
    counted_[f] = 0;
  }
}

}  // namespace counterpoint
