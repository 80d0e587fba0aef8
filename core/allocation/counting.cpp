// Numbers semaphores by producer or by (scope, engine).
// SPDX-License-Identifier: Apache-2.0
#include "core/allocation/counting.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace counterpoint {

std::string SemaphoreNames::unique(std::string wish) {
  std::string name = wish;
  for (std::uint32_t n = 2; !taken_.insert(name).second; ++n) name = fmt::format("{}_{}", wish, n);
  return name;
}

// Works through one body at a time.
class CountingBuilder {
 public:
  CountingBuilder(const Tree& tree, const std::vector<bool>& waited, bool all, bool everywhere, const Sharing& shared)
      : tree_(tree), waited_(waited), all_(all), everywhere_(everywhere), shared_(shared), place_(tree.engine_count()) {
    result_.counter_ = IdVector<InstructionId, std::uint32_t>(tree.instruction_count(), Counting::none);
    result_.position_ = IdVector<InstructionId, std::uint32_t>(tree.instruction_count(), 0);
  }

  Counting run() {
    for (const ScopeId s : tree_.scopes()) {
      engines_.clear();
      for_each_instruction(s, [&](InstructionId i) { look_at(s, i); });
      for (const EngineId e : engines_) decide(e);
      for_each_instruction(s, [&](InstructionId i) { number(i); });
      for (const EngineId e : engines_) place_[e] = {};
    }
    return std::move(result_);
  }

 private:
  struct Engine {
    BodyOnEngine place;
    bool seen = false;
    bool counted = false;
    bool shared = false;
    std::uint32_t semaphore = 0;
  };

  template <class F>
  void for_each_instruction(ScopeId s, F f) const {
    for (const Item& item : tree_.items(s)) {
      if (item.kind != ItemKind::block) continue;
      const Block& block = tree_.block(BlockId{std::size_t{item.index}});
      for (std::uint32_t i = block.first; i < block.last; ++i) f(InstructionId{std::size_t{i}});
    }
  }
  void look_at(ScopeId s, InstructionId i) {
    const EngineId e = tree_.engine_of(i);
    Engine& at = place_[e];
    if (!at.seen) {
      at.seen = true;
      at.place.scope = s;
      at.place.engine = e;
      engines_.push_back(e);
    }
    ++at.place.instructions;
    if (waited_[i.value]) ++at.place.producers;
  }
  void decide(EngineId e) {
    Engine& at = place_[e];
    at.counted = at.place.producers > 0 || (everywhere_ && all_);
    at.shared = at.counted && shared_(at.place);
    if (at.shared) at.semaphore = add(true);
  }
  void number(InstructionId i) {
    Engine& at = place_[tree_.engine_of(i)];
    const bool counted = waited_[i.value] || (at.shared && all_);
    if (!at.counted || !counted) return;
    const std::uint32_t semaphore = at.shared ? at.semaphore : add(false);
    if (result_.size_[semaphore]++ == 0) result_.representative_[semaphore] = i;
    result_.counter_[i] = semaphore;
    result_.position_[i] = result_.size_[semaphore];
  }
  std::uint32_t add(bool shared) {
    result_.size_.push_back(0);
    result_.representative_.push_back(InstructionId::none());
    result_.shared_.push_back(shared);
    return static_cast<std::uint32_t>(result_.size_.size() - 1);
  }

  const Tree& tree_;
  const std::vector<bool>& waited_;
  const bool all_;
  const bool everywhere_;
  const Sharing& shared_;
  IdVector<EngineId, Engine> place_;
  std::vector<EngineId> engines_;  // of the body at hand, in the order of the text
  Counting result_;
};

Counting count_retirements(const Tree& tree, const std::vector<bool>& waited, bool all_instructions, bool everywhere,
                           const Sharing& shared) {
  return CountingBuilder(tree, waited, all_instructions, everywhere, shared).run();
}

void Counting::declare(const Tree& tree, ImplementationBuilder& builder, SemaphoreNames& names) {
  const bool mixed = std::ranges::find(shared_, true) != shared_.end();
  for (std::size_t i = 0; i < size_.size(); ++i) {
    const InstructionId by = representative_[i];
    std::string name =
        shared_[i] ? fmt::format("s_{}_{}", tree.scope_name(tree.scope_of(by)), tree.engine_name(tree.engine_of(by)))
                   : fmt::format("s_{}", tree.instruction_name(by));
    // Names of instructions are unique by themselves; millions of them need no second look.
    const SemaphoreId id = builder.add_semaphore(mixed ? names.unique(std::move(name)) : name);
    if (i == 0) first_ = id.value;
  }
}

}  // namespace counterpoint
