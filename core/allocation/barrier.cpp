// The barrier baseline, plain and lean.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/barrier.hpp"

#include <algorithm>
#include <map>

#include "core/allocation/lowering.hpp"
#include "core/allocation/refusals.hpp"
#include "core/dependence/classify.hpp"
#include "core/program/implementation_builder.hpp"

namespace counterpoint {
namespace {

class BarrierAllocation {
 public:
  BarrierAllocation(const Program& program, const AllocationOptions& options, bool lean)
      : program_(program),
        tree_(program.tree),
        options_(options),
        lean_(lean),
        positions_(tree_.instruction_count(), 0),
        producer_(tree_.instruction_count(), false),
        semaphore_(tree_.engine_count()),
        counted_(tree_.engine_count(), 0),
        last_block_(tree_.engine_count()) {}

  tl::expected<Allocation, Diagnostics> run(std::string_view scheme_name) {
    Diagnostics refusals = check();
    if (!refusals.empty()) return tl::unexpected(std::move(refusals));
    Allocation out;
    ImplementationBuilder builder(tree_);
    builder.set_scheme(scheme_name);
    declare(builder);
    builder.reserve(tree_.instruction_count(), 0, 0, 0);
    emit_body(Tree::root(), builder);
    Diagnostics beyond = check_width();
    if (!beyond.empty()) return tl::unexpected(std::move(beyond));
    out.implementation = builder.finish();
    if (program_.dependency_count() <= options_.choices_up_to) explain(out.choices);
    return out;
  }

 private:
  // Distance 0 and both in one block: the only dependencies that no barrier separates.
  [[nodiscard]] bool in_one_block(DependencyId d) const {
    const Dependency& x = program_.dependency(d);
    return !x.control && x.distance_count == 0 &&
           tree_.block_of(InstructionId{std::size_t{x.consumer}}) == tree_.block_of(x.producer);
  }

  // Counters are reset before they grow, so the baseline is wrap-safe as it is, where a block fits the width.
  Diagnostics check_width() const {
    Diagnostics out;
    const std::uint32_t bits = options_.wrap_safe;
    if (bits == 0) return out;
    std::map<std::pair<BlockId, EngineId>, std::uint32_t> counts;  // only those that do not fit
    for (const InstructionId i : tree_.instructions()) {
      if (bits_for(positions_[i]) > bits) counts[{tree_.block_of(i), tree_.engine_of(i)}] = positions_[i];
    }
    if (counts.empty()) return out;
    Messages messages(out);
    for (const DependencyId d : program_.all_dependencies()) {
      if (!in_one_block(d)) continue;
      const InstructionId p = program_.dependency(d).producer;
      const auto count = counts.find({tree_.block_of(p), tree_.engine_of(p)});
      if (count == counts.end()) continue;
      messages.add([&] { return refuse_beyond_width(program_, d, count->second, bits); });
    }
    messages.finish();
    return out;
  }

  Diagnostics check() const {
    Diagnostics out;
    Messages messages(out);
    for (const ScopeId s : tree_.scopes()) {
      if (tree_.scope(s).trip_kind != TripKind::divergent) continue;
      if (tree_.scope(s).kind == ScopeKind::else_branch) continue;  // said at its other branch
      messages.add([&] { return refuse_divergent_scope(program_, s); });
    }
    for (const DependencyId d : program_.all_dependencies()) {
      if (program_.dependency(d).distance_count > 0 || in_one_block(d)) continue;
      if (exclusive(program_, d) || producer_first(program_, d)) continue;
      messages.add([&] { return refuse_backward_under_barriers(program_, d); });
    }
    messages.finish();
    return out;
  }

  void declare(ImplementationBuilder& builder) {
    const bool literal = options_.optimize == 0;
    for (const DependencyId d : program_.all_dependencies()) {
      if (in_one_block(d)) producer_[program_.dependency(d).producer.value] = true;
    }
    std::vector<bool> used(tree_.engine_count(), literal);
    for (const InstructionId i : tree_.instructions()) {
      if (producer_[i.value]) used[tree_.engine_of(i).value] = true;
    }
    for (const EngineId e : tree_.engines()) {
      if (used[e.value]) semaphore_[e] = builder.add_semaphore("s_" + std::string(tree_.engine_name(e)));
    }
  }

  void emit_body(ScopeId s, ImplementationBuilder& builder) {
    const auto items = tree_.items(s);
    for (std::size_t at = 0; at < items.size(); ++at) {
      const Item& item = items[at];
      if (item.kind == ItemKind::block) {
        emit_block(BlockId{std::size_t{item.index}}, builder);
        const bool ends_root = s == Tree::root() && at + 1 == items.size();
        if (lean_ && !ends_root) builder.tree.add_barrier(true);
        continue;
      }
      const ScopeId scope{std::size_t{item.index}};
      if (!lean_) builder.tree.add_barrier(true);
      emit_scope(scope, builder);
      if (item.kind == ItemKind::conditional) emit_scope(tree_.scope(scope).sibling, builder);
      builder.tree.close();
    }
  }

  void emit_scope(ScopeId scope, ImplementationBuilder& builder) {
    builder.tree.open_like(tree_, scope);
    emit_body(scope, builder);
    if (!lean_ && (tree_.scope(scope).is_loop() || !tree_.items(scope).empty())) builder.tree.add_barrier(true);
  }

  // Positions count what updates: all instructions of an engine whose semaphore is waited for in this block, or only
  // the producers among them.
  void emit_block(BlockId b, ImplementationBuilder& builder) {
    const Block& block = tree_.block(b);
    const bool literal = options_.optimize == 0;
    touched_.clear();
    for (std::uint32_t i = block.first; i < block.last; ++i) {
      if (!producer_[i]) continue;
      const EngineId e = tree_.engine_of(InstructionId{std::size_t{i}});
      if (counted_[e]++ == 0) touched_.push_back(e);
    }
    for (std::uint32_t at = block.first; at < block.last; ++at) {
      const InstructionId i{std::size_t{at}};
      const EngineId e = tree_.engine_of(i);
      const bool updates = producer_[at] || (options_.count == Counted::all && (literal || counted_[e] > 0));
      positions_[i] = updates ? ++position_in_block(e, b) : 0;
    }
    for (std::uint32_t at = block.first; at < block.last; ++at)
      emit_instruction(InstructionId{std::size_t{at}}, builder);
    for (const EngineId e : touched_) counted_[e] = 0;
  }

  // Instructions of e counted so far in block b.
  std::uint32_t& position_in_block(EngineId e, BlockId b) {
    auto& [block, position] = last_block_[e];
    if (block != b) position = 0;
    block = b;
    return position;
  }

  void emit_instruction(InstructionId i, ImplementationBuilder& builder) {
    waits_.clear();
    for (const DependencyId d : program_.dependencies_of(i)) {
      if (!in_one_block(d)) continue;
      const InstructionId p = program_.dependency(d).producer;
      Wait wait;
      wait.semaphore = semaphore_[tree_.engine_of(p)];
      wait.value = builder.literal(positions_[p]);
      add(wait);
    }
    Update update;
    update.semaphore = semaphore_[tree_.engine_of(i)];
    update.amount = Operand::small(1);
    const std::span<const Update> updates(&update, positions_[i] > 0 ? 1 : 0);
    builder.instruction_like(i, tree_.engine_of(i), waits_, updates);
  }

  // Of two waits for one semaphore the higher one is enough: positions are constants.
  void add(const Wait& wait) {
    if (waits_.size() <= 16) {
      for (Wait& other : waits_) {
        if (other.semaphore != wait.semaphore) continue;
        if (other.value.small_value() < wait.value.small_value()) other.value = wait.value;
        return;
      }
    }
    waits_.push_back(wait);
  }

  void explain(std::vector<Choice>& choices) const {
    for (const DependencyId d : program_.all_dependencies()) {
      const bool wait = in_one_block(d);
      choices.push_back({d, subject_of(program_, d), wait ? "wait" : "barrier",
                         wait ? "both in one block, distance 0" : "a barrier lies between the two"});
    }
  }

  const Program& program_;
  const Tree& tree_;
  const AllocationOptions& options_;
  const bool lean_;
  IdVector<InstructionId, std::uint32_t> positions_;  // in its block, 0: updates nothing
  std::vector<bool> producer_;                        // by instruction: waited for inside its block
  IdVector<EngineId, SemaphoreId> semaphore_;
  IdVector<EngineId, std::uint32_t> counted_;  // producers in the block at hand
  IdVector<EngineId, std::pair<BlockId, std::uint32_t>> last_block_;
  std::vector<EngineId> touched_;
  std::vector<Wait> waits_;
};

}  // namespace

tl::expected<Allocation, Diagnostics> allocate_barrier(const Program& program, const AllocationOptions& options) {
  return BarrierAllocation(program, options, false).run(entry(Scheme::barrier).name);
}

tl::expected<Allocation, Diagnostics> allocate_barrier_lean(const Program& program, const AllocationOptions& options) {
  return BarrierAllocation(program, options, true).run(entry(Scheme::barrier_lean).name);
}

}  // namespace counterpoint
