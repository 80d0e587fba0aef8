// Per-engine allocation.
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/per_engine.hpp"

#include <fmt/format.h>

#include <array>

#include "core/allocation/counters.hpp"
#include "core/allocation/engine_counting.hpp"
#include "core/allocation/lag.hpp"
#include "core/allocation/local_scheme.hpp"
#include "core/allocation/snapshot_form.hpp"
#include "core/allocation/sum_form.hpp"

namespace counterpoint {
namespace {

class PerEngineScheme : public CounterScheme {
 public:
  PerEngineScheme(const Program& program, const AllocationOptions& options)
      : program_(program),
        tree_(program.tree),
        options_(options),
        used_(tree_.engine_count(), false),
        semaphore_(tree_.engine_count()) {}

  void number(const Decisions& decisions) override;
  Threshold wait_for(const Formula& f, Lowering& lower) override;
  std::span<const SemaphoreId> updated_by(InstructionId i) override;
  void declare(ImplementationBuilder& builder) override;
  std::size_t prepare_blocks(const RegisterTable& table) override { return blocks_.prepare(tree_, counting_, table); }
  void at_block(BlockId block, const RegisterTable& table, ImplementationBuilder& builder) override {
    blocks_.emit(block, tree_, counting_, table, builder);
  }
  Form form_of(const Formula& f, EngineId e) override;

 private:
  enum class Shape : std::uint8_t { sum, snapshot, local };
  [[nodiscard]] std::string_view no_sum(const Formula& f, EngineId e) const {
    const std::string_view why = why_no_sum(f, e, counting_);
    return why.empty() && options_.wrap_safe != 0 ? why_sum_falls_behind(f, counting_) : why;
  }
  [[nodiscard]] std::string_view no_snapshot(const Formula& f, EngineId e) const {
    const std::string_view why = why_no_snapshot(f, e, counting_);
    return why.empty() && options_.wrap_safe != 0 ? why_snapshot_falls_behind(f, counting_) : why;
  }
  [[nodiscard]] Shape shape_of(const Formula& f, EngineId e) const {
    if (no_sum(f, e).empty()) return Shape::sum;
    return no_snapshot(f, e).empty() ? Shape::snapshot : Shape::local;
  }

  const Program& program_;
  const Tree& tree_;
  const AllocationOptions& options_;
  EngineCounting counting_;  // for the semaphores of engines
  Counting local_;           // for what falls back to per-loop
  std::vector<bool> used_;   // by engine: some wait reads its semaphore
  IdVector<EngineId, SemaphoreId> semaphore_;
  SnapshotBlocks blocks_;
  std::array<SemaphoreId, 2> updated_;
};

void PerEngineScheme::number(const Decisions& decisions) {
  const bool all = options_.count == Counted::all;
  counting_ = EngineCounting(
      tree_, all ? std::vector<bool>(tree_.instruction_count(), true) : waited_producers(program_, decisions.waiting));
  std::vector<bool> local(tree_.instruction_count(), false);
  const auto look_at = [&](DependencyId d, EngineId e) {
    const Formula f{program_, d, decisions[d].classified, options_.optimize == 0};
    if (shape_of(f, e) == Shape::local) {
      local[f.producer().value] = true;
    } else {
      used_[tree_.engine_of(f.producer()).value] = true;
    }
  };
  for (const DependencyId d : program_.all_dependencies()) {
    if (!decisions.waiting[d.value]) continue;
    if (!program_.dependency(d).control) {
      look_at(d, tree_.engine_of(InstructionId{std::size_t{program_.dependency(d).consumer}}));
      continue;
    }
    for (const EngineId e : tree_.engines()) look_at(d, e);
  }
  std::size_t next = 0;
  for (const EngineId e : tree_.engines()) {
    if (options_.optimize == 0) used_[e.value] = true;
    if (used_[e.value]) semaphore_[e] = SemaphoreId{next++};
  }
  local_ = count_retirements(tree_, local, all, false, [](const BodyOnEngine&) { return true; });
}

Threshold PerEngineScheme::wait_for(const Formula& f, Lowering& lower) {
  const InstructionId p = f.producer();
  switch (shape_of(f, lower.engine())) {
    case Shape::sum: return {semaphore_[tree_.engine_of(p)], sum_threshold(f, counting_, lower)};
    case Shape::snapshot: return {semaphore_[tree_.engine_of(p)], snapshot_threshold(f, counting_, lower)};
    case Shape::local: break;
  }
  return {local_.counter_of(p), with_masks(f, lower, local_.threshold(p, lower, entries_up_to_target(f, lower)))};
}

std::span<const SemaphoreId> PerEngineScheme::updated_by(InstructionId i) {
  std::size_t n = 0;
  const EngineId e = tree_.engine_of(i);
  if (used_[e.value] && counting_.counts(i)) updated_[n++] = semaphore_[e];
  if (local_.counts(i)) updated_[n++] = local_.counter_of(i);
  return {updated_.data(), n};
}

void PerEngineScheme::declare(ImplementationBuilder& builder) {
  SemaphoreNames names;
  for (const EngineId e : tree_.engines()) {
    if (used_[e.value]) builder.add_semaphore(names.unique(fmt::format("s_{}", tree_.engine_name(e))));
  }
  local_.declare(tree_, builder, names);
}

CounterScheme::Form PerEngineScheme::form_of(const Formula& f, EngineId e) {
  const std::string_view sum = no_sum(f, e);
  if (sum.empty()) return {"per-engine, sum form", {}};
  const std::string_view snapshot = no_snapshot(f, e);
  if (snapshot.empty()) return {"per-engine, snapshot form", fmt::format("no sum form: {}", sum)};
  return {"per-loop", fmt::format("no sum form: {}; no snapshot form: {}", sum, snapshot)};
}

}  // namespace

tl::expected<Allocation, Diagnostics> allocate_per_engine(const Program& program, const AllocationOptions& options) {
  PerEngineScheme scheme(program, options);
  return allocate_counters(program, options, entry(Scheme::per_engine).name, scheme);
}

}  // namespace counterpoint
