// What a scheme that counts retirements decides; everything else is common (counters.hpp).
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/allocation/allocate.hpp"
#include "core/allocation/counting.hpp"
#include "core/allocation/decisions.hpp"
#include "core/allocation/threshold.hpp"

namespace counterpoint {

struct Threshold {
  SemaphoreId semaphore;
  Value value;
};

class CounterScheme {
 public:
  CounterScheme() = default;
  CounterScheme(const CounterScheme&) = delete;
  CounterScheme& operator=(const CounterScheme&) = delete;
  virtual ~CounterScheme() = default;

  // Which semaphores there are.
  virtual void number(const Decisions& decisions) = 0;
  // The wait of a dependency on the engine at hand. Called twice for each, see lowering.hpp.
  virtual Threshold wait_for(const Formula& f, Lowering& lower) = 0;
  // What i updates when it retires.
  virtual std::span<const SemaphoreId> updated_by(InstructionId i) = 0;
  // Declares the semaphores, in the order of their numbers.
  virtual void declare(ImplementationBuilder& builder) = 0;

  // Register operations at the start of blocks: all demands are known; returns how many there will be.
  virtual std::size_t prepare_blocks(const RegisterTable& /*table*/) { return 0; }
  virtual void at_block(BlockId /*block*/, const RegisterTable& /*table*/, ImplementationBuilder& /*builder*/) {}

  // How a dependency is waited for on engine e ("per-loop"), and why.
  struct Form {
    std::string decision;
    std::string reason;
  };
  [[nodiscard]] virtual Form form_of(const Formula& f, EngineId e) = 0;
  // Choices about whole scopes.
  virtual void explain(std::vector<Choice>& /*choices*/) const {}
};

}  // namespace counterpoint
