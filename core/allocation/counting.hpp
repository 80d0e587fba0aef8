// Semaphores by producer or by (scope, engine): which one an instruction updates, and as the how-manieth of how many.
// SPDX-License-Identifier: Apache-2.0
//
// What. `count_retirements` walks body by body and, for every engine with producers in that body, asks the scheme
// whether they share one semaphore. Shared: N = the instructions of the body on that engine that update it, K = 1..N in
// their order; own: N = K = 1. The retirements of p have reached x iff the semaphore has reached N x - (N - K).
// Invariant: one engine writes a semaphore, always with += 1 at retirement. Cost: linear, two passes over each body,
// eight bytes an instruction. Source: semantics.md 4 "per-instruction", "per-loop".
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "core/allocation/lowering.hpp"
#include "core/program/program.hpp"

namespace counterpoint {

// Names of semaphores begin with "s_", those of registers never do. Not two alike.
class SemaphoreNames {
 public:
  std::string unique(std::string wish);

 private:
  std::unordered_set<std::string> taken_;
};

class Counting {
 public:
  // The counter that i updates; none if it updates none.
  [[nodiscard]] SemaphoreId counter_of(InstructionId i) const { return SemaphoreId{std::size_t{counter_[i]} + first_}; }
  [[nodiscard]] bool counts(InstructionId i) const { return counter_[i] != none; }
  [[nodiscard]] std::int64_t position(InstructionId i) const { return position_[i]; }
  [[nodiscard]] std::int64_t size(InstructionId i) const { return size_[counter_[i]]; }
  // Whether p shares its counter with its body and engine.
  [[nodiscard]] bool shared(InstructionId p) const { return shared_[counter_[p]]; }
  // N x - (N - K) for the producer p.
  [[nodiscard]] Value threshold(InstructionId p, Lowering& lower, Value entries) const {
    return lower.plus(lower.times(entries, size(p)), position(p) - size(p));
  }
  // Declares the semaphores: s_load where a producer has its own, s_kv_dma where the engine's producers share one.
  void declare(const Tree& tree, ImplementationBuilder& builder, SemaphoreNames& names);

 private:
  friend class CountingBuilder;
  static constexpr std::uint32_t none = 0xffffffffU;
  IdVector<InstructionId, std::uint32_t> counter_;
  IdVector<InstructionId, std::uint32_t> position_;
  std::vector<std::uint32_t> size_;
  std::vector<InstructionId> representative_;  // by semaphore: its first instruction, for the name
  std::vector<bool> shared_;
  std::size_t first_ = 0;
};

// What a scheme is asked for every body and engine that holds a producer.
struct BodyOnEngine {
  ScopeId scope;
  EngineId engine;
  std::uint32_t producers = 0;
  std::uint32_t instructions = 0;
};
using Sharing = std::function<bool(const BodyOnEngine&)>;

// `waited`: the producers that some wait speaks of. `all_instructions`: with a shared semaphore every instruction of
// the body on that engine counts, not only the producers. `everywhere`: also where nothing is waited for.
[[nodiscard]] Counting count_retirements(const Tree& tree, const std::vector<bool>& waited, bool all_instructions,
                                         bool everywhere, const Sharing& shared);

}  // namespace counterpoint
