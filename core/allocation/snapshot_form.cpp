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

Value snapshot_threshold(const Formula& f, const EngineCounting& counting, Lowering& lower) {
  const Tree& tree = f.tree();
  const Classification& c = f.classified;
  const InstructionId p = f.producer();
  const std::uint32_t block = counting.last_in_block(p).value;
  Value note;
  switch (c.kind) {
    case DependenceClass::direct: {
      const std::int64_t back = executions_back(f);
      const Dependency& x = f.program.dependency(f.dependency);
      const bool beside = !x.control && tree.block_of(InstructionId{std::size_t{x.consumer}}) == tree.block_of(p);
      note = back == 0 && beside ? lower.read(QuantityKind::passed, tree.engine_of(p).value)
                                 : lower.read(QuantityKind::mark, block, {}, static_cast<std::uint32_t>(back));
      break;
    }
    case DependenceClass::history:
    case DependenceClass::through:
    case DependenceClass::strengthened:
      note = lower.read(QuantityKind::mark_history, block, c.carrier, static_cast<std::uint32_t>(c.distance - 1));
      break;
    default: note = lower.read(QuantityKind::mark, block);
  }
  const Value threshold = lower.plus(note, -counting.behind_in_block(p));
  if (!lower.wrap_safe()) return with_masks(f, lower, threshold);
  // An earlier trip's note, or none, may lie far behind by now.
  return with_masks(f, lower, threshold, true, lower.read(QuantityKind::passed, tree.engine_of(p).value));
}

std::size_t SnapshotBlocks::prepare(const Tree& tree, const EngineCounting& counting, const RegisterTable& table) {
  keepers_ = IdVector<EngineId, std::vector<std::uint32_t>>(tree.engine_count());
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
  std::ranges::sort(notes_, {}, [](const Note& n) { return std::tuple(n.last, n.engine); });
  return operations;
}

void SnapshotBlocks::emit(BlockId b, const Tree& tree, const EngineCounting& counting, const RegisterTable& table,
                          ImplementationBuilder& builder) {
  const Block& block = tree.block(b);
  for (std::uint32_t at = block.first; at < block.last; ++at) {
    const InstructionId i{std::size_t{at}};
    if (!counting.counts(i) || counting.last_in_block(i) != i) continue;
    for (const std::uint32_t k : keepers_[tree.engine_of(i)]) {
      const RegisterTable::Entry& entry = table.entries()[k];
      builder.operation(entry.quantity.engine, entry.first, Operation::add, Operand::of(entry.first),
                        builder.literal(counting.size_of_block(i)));
    }
  }
  for (; next_ < notes_.size() && notes_[next_].last.value < block.last; ++next_) {
    const Note& note = notes_[next_];
    const RegisterTable::Entry& entry = table.entries()[note.entry];
    const EngineId f = tree.engine_of(note.last);
    const RegisterId passed = table.at({QuantityKind::passed, note.engine, f.value, ScopeId::none()});
    emit_shift_up(builder, note.engine, entry.first, entry.depth);
    builder.operation(note.engine, entry.first, Operation::copy, Operand::of(passed));
  }
}

}  // namespace counterpoint
