// Builds the tree of operations, then defines tensors in it.
// SPDX-License-Identifier: Apache-2.0
#include "targets/ascend/kernel/from_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "core/diagnostic/ascend_codes.hpp"
#include "core/diagnostic/internal_error.hpp"
#include "targets/ascend/kernel/fitness.hpp"
#include "targets/ascend/kernel/operation.hpp"
#include "targets/ascend/kernel/tensors.hpp"

namespace counterpoint::ascend {
namespace {

class KernelMaker {
 public:
  KernelMaker(std::shared_ptr<const Program> program, Architecture architecture, const KernelOptions& options)
      : kernel_(std::move(program), architecture), options_(options) {}

  tl::expected<NewKernel, Diagnostics> run() {
    errors_ = unfit_for_pipes(kernel_.program(), kernel_.architecture());
    if (!errors_.empty()) return tl::unexpected(std::move(errors_));
    build();
    // Queues are of one core.
    if (options_.tensors && kernel_.architecture() == Architecture::c220 && !kernel_.several_cores()) define_tensors();
    if (!errors_.empty()) return tl::unexpected(std::move(errors_));
    return NewKernel{std::move(kernel_), std::move(warnings_), std::move(added_)};
  }

 private:
  [[nodiscard]] const Tree& tree() const { return kernel_.program().tree; }

  void build();
  void add_items(ScopeId scope, RegionId region);
  void add_instruction(InstructionId i, RegionId region);
  void define_tensors();
  void define(const TensorPlan& plan);
  ValueId define_queue(OpId place, const TensorPlan& plan, const std::string& name, std::uint32_t slot);
  ValueId define_scratch(OpId place, const TensorPlan& plan, const std::string& name, std::uint32_t slot);
  [[nodiscard]] OpId place_of(const TensorPlan& plan) const;
  ValueId pipe_object();
  OpId put(OpId place, OpKind kind, std::vector<ValueId> uses) {
    Op op;
    op.kind = kind;
    op.uses = std::move(uses);
    const OpId made = kernel_.make(std::move(op));
    kernel_.put_before(place, made);
    return made;
  }

  Kernel kernel_;
  const KernelOptions& options_;
  Diagnostics errors_;
  Diagnostics warnings_;
  std::vector<std::string> added_;
  IdVector<InstructionId, OpId> op_of_;
  IdVector<ScopeId, OpId> op_of_scope_;  // of a branch: of its conditional
  IdVector<ScopeId, RegionId> region_of_;
  std::vector<std::pair<ScopeId, RegionId>> open_;
  std::unordered_map<std::uint64_t, ValueId> tensors_;  // by buffer and slot
  std::vector<std::pair<RegionId, std::pair<ValueId, ValueId>>> frees_;
  std::array<std::uint32_t, 2> queues_ = {};  // by position
  ValueId pipe_object_;
};

void KernelMaker::build() {
  op_of_.resize(tree().instruction_count());
  op_of_scope_.resize(tree().scope_count());
  region_of_.resize(tree().scope_count());
  region_of_[Tree::root()] = Kernel::body();
  open_.emplace_back(Tree::root(), Kernel::body());
  while (!open_.empty()) {
    const auto [scope, region] = open_.back();
    open_.pop_back();
    add_items(scope, region);
  }
  for (const ScopeId s : options_.parallel) kernel_.op(op_of_scope_[s]).parallel = true;
}

// The bodies of loops and branches are left for later; each region is filled in one go.
void KernelMaker::add_items(ScopeId scope, RegionId region) {
  for (const Item& item : tree().items(scope)) {
    if (item.kind == ItemKind::block) {
      const Block& block = tree().block(BlockId{item.index});
      for (std::uint32_t i = block.first; i < block.last; ++i) add_instruction(InstructionId{i}, region);
      continue;
    }
    require(item.kind != ItemKind::barrier, "a program has no barrier");
    const ScopeId inner{item.index};
    Op op;
    op.kind = item.kind == ItemKind::loop ? OpKind::loop : OpKind::branch;
    op.scope = inner;
    const OpId made = kernel_.make(std::move(op));
    kernel_.append(region, made);
    ScopeId at = inner;
    for (std::size_t r = 0; r < (item.kind == ItemKind::loop ? 1U : 2U); ++r) {
      op_of_scope_[at] = made;
      region_of_[at] = kernel_.op(made).regions[r];
      open_.emplace_back(at, region_of_[at]);
      if (item.kind != ItemKind::loop) at = tree().scope(inner).sibling;
    }
  }
}

void KernelMaker::add_instruction(InstructionId i, RegionId region) {
  Op op;
  op.kind = OpKind::compute;
  const CorePipe at = *core_pipe_named(tree().engine_name(tree().engine_of(i)));
  op.core = at.core;
  op.pipe = at.pipe;
  op.instruction = i;
  for (const bool write : {true, false}) {
    for (const Access& a : tree().accesses(i)) {
      if (a.write == write) op.operands.push_back({a, {}});
    }
  }
  const Pipe believed = believed_pipe(operation_of(tree(), i), options_.bias_on_vector);
  if (believed != op.pipe) {
    Diagnostic d = diagnose(AscendCode::pipe_conclusion, {tree().line_of(i), tree().line_of(i) == 0 ? 0U : 1U},
                            fmt::format("{} runs on {}, but by its operation passes take it to run on {}",
                                        tree().instruction_name(i), pipe_name(op.pipe), pipe_name(believed)));
    d.expected = pipe_name(op.pipe);
    d.found = pipe_name(believed);
    warnings_.push_back(std::move(d));
  }
  op_of_[i] = kernel_.make(std::move(op));
  kernel_.append(region, op_of_[i]);
}

// The operation in the tensor's region that holds its first access.
OpId KernelMaker::place_of(const TensorPlan& plan) const {
  const ScopeId inner = tree().scope_of(plan.first);
  if (inner == plan.scope) return op_of_[plan.first];
  return op_of_scope_[tree().ancestor_at(inner, tree().scope(plan.scope).depth + 1)];
}

ValueId KernelMaker::pipe_object() {
  if (pipe_object_.valid()) return pipe_object_;
  Op op;
  op.kind = OpKind::pipe_object;
  const OpId made = kernel_.make(std::move(op));
  kernel_.prepend(Kernel::body(), made);
  return pipe_object_ = kernel_.define(made, "pipe");
}

ValueId KernelMaker::define_queue(OpId place, const TensorPlan& plan, const std::string& name, std::uint32_t slot) {
  const QueuePosition position = plan.stored ? QueuePosition::vecout : QueuePosition::vecin;
  ++queues_[static_cast<std::size_t>(position)];
  const OpId at = put(place, OpKind::queue, {});
  kernel_.op(at).position = position;
  const ValueId queue = kernel_.define(at, "q_" + name);
  put(place, OpKind::init_queue, {pipe_object(), queue});
  const ValueId tensor = kernel_.define(put(place, OpKind::alloc, {queue}), name, plan.buffer, slot);
  frees_.push_back({kernel_.op(place).home, {queue, tensor}});
  return tensor;
}

ValueId KernelMaker::define_scratch(OpId place, const TensorPlan& plan, const std::string& name, std::uint32_t slot) {
  const ValueId scratch = kernel_.define(put(place, OpKind::scratch, {}), "t_" + name);
  put(place, OpKind::init_scratch, {pipe_object(), scratch});
  return kernel_.define(put(place, OpKind::get_scratch, {scratch}), name, plan.buffer, slot);
}

void KernelMaker::define(const TensorPlan& plan) {
  if (plan.slots > most_queue_buffers) {
    Diagnostic d = diagnose(
        AscendCode::slots_beyond_core, {},
        fmt::format("buffer {} rotates through more slots than a core has buffers", tree().buffer_name(plan.buffer)));
    d.expected = fmt::format("at most {}", most_queue_buffers);
    d.found = std::to_string(plan.slots);
    errors_.push_back(std::move(d));
    return;
  }
  const OpId place = place_of(plan);
  for (std::uint32_t s = plan.first_slot; s < plan.first_slot + plan.slots; ++s) {
    const auto position = static_cast<std::size_t>(plan.stored ? QueuePosition::vecout : QueuePosition::vecin);
    const bool full = options_.most_queues != 0 && queues_[position] == options_.most_queues;
    std::string name(tree().buffer_name(plan.buffer));
    if (tree().buffer(plan.buffer).slots > 1) name += fmt::format("_{}", s);
    const bool wanted = plan.loaded || plan.stored;
    const bool queue = wanted && !full;
    if (wanted && full) {
      added_.push_back(fmt::format("a scratch buffer for {}: {} other queues may hold every id of an event", name,
                                   options_.most_queues));
    }
    const ValueId tensor = queue ? define_queue(place, plan, name, s) : define_scratch(place, plan, name, s);
    tensors_[(std::uint64_t{plan.buffer.value} << 32U) | s] = tensor;
  }
}

void KernelMaker::define_tensors() {
  for (const TensorPlan& plan : plan_tensors(kernel_.program())) define(plan);
  std::reverse(frees_.begin(), frees_.end());
  for (const auto& [region, freed] : frees_) {
    Op op;
    op.kind = OpKind::free;
    op.uses = {freed.first, freed.second};
    kernel_.append(region, kernel_.make(std::move(op)));
  }
  for (const InstructionId i : tree().instructions()) {
    for (Operand& x : kernel_.op(op_of_[i]).operands) {
      if (x.access.kind == SlotKind::rotating) continue;
      const auto found = tensors_.find((std::uint64_t{x.access.buffer.value} << 32U) | x.access.slot);
      if (found != tensors_.end()) x.value = found->second;
    }
  }
}

}  // namespace

tl::expected<NewKernel, Diagnostics> kernel_from_program(std::shared_ptr<const Program> program,
                                                         Architecture architecture, const KernelOptions& options) {
  return KernelMaker(std::move(program), architecture, options).run();
}

}  // namespace counterpoint::ascend
